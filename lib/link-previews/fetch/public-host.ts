import { isIP } from 'node:net'
import { isPublicAddress } from './public-address'

/**
 * Suffixes of names that resolve only in private networks: special-use domain names (RFC 6761,
 * 6762, 7686, 8375) and ICANN's `.internal`. Also names that ICANN never delegates, because
 * networks already use them.
 */
const privateSuffixes = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
  'test',
  'example',
  'invalid',
  'onion',
  'lan',
  'corp',
  'home',
]

/**
 * Returns whether a host name, as `URL` returns it (lower case, punycode), can be a name on the
 * public internet. Performs no lookup. A single label is not public, nor is a name under a
 * private-use suffix.
 */
function isPublicName(name: string): boolean {
  const labels = name.replace(/(?<!\.)\.+$/, '').split('.')
  if (labels.length < 2) return false
  return !privateSuffixes.some((suffix) => `.${labels.join('.')}`.endsWith(`.${suffix}`))
}

/** Returns whether the host of a URL can be on the public internet, judged without a lookup. */
export function hasPublicHost(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host)
}
