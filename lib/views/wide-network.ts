import ipaddr from 'ipaddr.js'

/**
 * The network that a crowd comes from: the /24 of an IPv4 address, the /48 of an IPv6 one, which one customer is given
 * (RFC 6177).
 * @param client an address, or the /64 of one, as `clientAddress` says
 */
export function wideNetwork(client: string): string {
  const [address = ''] = client.split('/', 1)
  if (!ipaddr.isValid(address)) return client
  return ipaddr.parse(address).kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/24`).toString()}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/48`).toString()}/48`
}
