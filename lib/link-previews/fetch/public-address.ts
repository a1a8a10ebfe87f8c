import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Azure's internal host endpoint, which lies within public space. */
const azureHost = '168.63.129.16'

/** Global unicast (RFC 4291). The rest of IPv6 is local, special or unassigned. */
const assigned6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Blocks whose last 32 bits are an IPv4 address: mapped (RFC 4291) and NAT64 (RFC 6052). */
const embedding4 = ['::ffff:0:0/96', '64:ff9b::/96'].map((block) => ipaddr.IPv6.parseCIDR(block))

/** `unicast` excludes all blocks of the IANA special-purpose registries. */
function isPublic4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== azureHost
}

function isPublic6(text: string): boolean {
  // Only link-local addresses have a zone.
  if (text.includes('%')) return false
  // `URL` writes every form in hexadecimal. ipaddr.js mistakes the dotted form `::8.8.8.8` for a
  // mapped address.
  const address = ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1))
  if (embedding4.some((block) => address.match(block)))
    return isPublic4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.match(assigned6) && address.range() === 'unicast'
}

/**
 * Returns whether an address belongs to a host on the public internet. An address that embeds an
 * IPv4 address is classified by that one. Text that is not an address in its usual notation is not
 * public.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  return family === 4 ? isPublic4(ipaddr.IPv4.parse(address)) : family === 6 && isPublic6(address)
}

/**
 * Suffixes of names that resolve only in private networks: special-use domain names (RFC 6761,
 * 6762, 7686, 8375) and ICANN's `.internal`. Also names that ICANN never delegates, because
 * networks already use them.
 */
const privateSuffixes =
  'localhost local internal home.arpa test example invalid onion lan corp home'.split(' ')

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

/** Returns whether the host of a URL can be on the public internet, without a lookup. */
export function hasPublicHost(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host)
}
