import 'server-only'
import { BlockList, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { siteOrigin } from '@/lib/env'

/** Returns whether a URL has the host of this blog. */
export function isOwnHost(url: URL): boolean {
  return new URL(siteOrigin()).hostname === url.hostname.replace(/\.$/, '')
}

/** Returns whether an address is of this machine, whose services may trust local connections. */
export function isOwnAddress(
  address: string,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): boolean {
  const own = new BlockList()
  for (const addresses of Object.values(interfaces)) {
    for (const { address: one, family } of addresses ?? [])
      own.addAddress(one, family === 'IPv6' ? 'ipv6' : 'ipv4')
  }
  return own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
