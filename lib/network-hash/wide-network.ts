import ipaddr from 'ipaddr.js'

/**
 * Returns the network that one person may control as a whole: the /24 of an IPv4 address, or the
 * /48 of an IPv6 address, which one customer may be assigned (RFC 6177).
 * @param client an address or /64 as returned by `clientAddress`
 */
export function wideNetwork(client: string): string {
  const [address = ''] = client.split('/', 1)
  if (!ipaddr.isValid(address)) return client
  return ipaddr.parse(address).kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/24`).toString()}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/48`).toString()}/48`
}
