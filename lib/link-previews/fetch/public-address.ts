import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Blocks that the IANA IPv4 special-purpose registry lists as not globally reachable, plus
 * multicast (RFC 5771) and reserved space.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const denied4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's internal host endpoint, which lies within public space.
  '168.63.129.16/32',
].map((block) => ipaddr.IPv4.parseCIDR(block))

/**
 * All global unicast addresses that IANA has assigned (RFC 4291). The rest of IPv6 is local,
 * special or unassigned.
 */
const allowed6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * The special blocks within it: protocol assignments (Teredo, benchmarking, ORCHID), documentation,
 * and 6to4, which can embed any IPv4 address.
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const denied6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((block) =>
  ipaddr.IPv6.parseCIDR(block),
)

/**
 * Blocks whose last 32 bits are the IPv4 address of the actual destination: mapped (RFC 4291) and
 * NAT64 (RFC 6052).
 */
const embedding4 = ['::ffff:0:0/96', '64:ff9b::/96'].map((block) => ipaddr.IPv6.parseCIDR(block))

function isPublic4(address: ipaddr.IPv4): boolean {
  return !denied4.some((block) => address.match(block))
}

function isPublic6(text: string): boolean {
  // Only link-local addresses have a zone.
  if (text.includes('%')) return false
  // `URL` writes every form in hexadecimal. ipaddr.js mistakes the dotted form `::8.8.8.8` for a
  // mapped address.
  const address = ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1))
  if (embedding4.some((block) => address.match(block)))
    return isPublic4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.match(allowed6) && !denied6.some((block) => address.match(block))
}

/**
 * Returns whether an address belongs to a host on the public internet. An address that embeds an
 * IPv4 address is judged by that one. Text that is not an address in its usual notation is not
 * public.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return isPublic4(ipaddr.IPv4.parse(address))
    case 6:
      return isPublic6(address)
    default:
      return false
  }
}
