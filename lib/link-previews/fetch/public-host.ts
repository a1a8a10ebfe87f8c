import { isIP } from 'node:net'
import { isPublicAddress } from './public-address'

/**
 * Names that resolve, if at all, inside somebody's own network: special-use domain names (RFC 6761, 6762, 7686, 8375),
 * ICANN's `.internal`, and what it never gives out because networks use it already.
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
 * Whether a host name, as `URL` gives it (lower case, punycode), may be a name on the public internet. Nothing is
 * looked up: a single label is none, nor is one under a suffix that is kept for private use.
 */
function isPublicName(name: string): boolean {
  const labels = name.replace(/(?<!\.)\.+$/, '').split('.')
  if (labels.length < 2) return false
  return !privateSuffixes.some((suffix) => `.${labels.join('.')}`.endsWith(`.${suffix}`))
}

/** Whether the host of a URL, as written and without any lookup, may be on the public internet. */
export function hasPublicHost(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host)
}
