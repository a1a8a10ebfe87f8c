import 'server-only'
import ipaddr from 'ipaddr.js'
import { env } from '@/lib/env'

/**
 * Returns the client to which a request is attributed: an IPv4 address, or the /64 of an IPv6
 * address, since a host can use any address of its /64.
 *
 * Our entry point (`server/server.ts`) and every proxy append the address they see to
 * `X-Forwarded-For`. Entries left of the trusted ones come from the client and are ignored.
 */
export function clientAddress(headers: Pick<Headers, 'get'>): string {
  const { onVercel, TRUSTED_PROXY_HOPS } = env()
  if (onVercel) return networkOf(headers.get('x-vercel-forwarded-for') ?? '')
  const addresses = headers.get('x-forwarded-for')?.split(',') ?? []
  // The outermost trusted proxy; the socket if there were fewer proxies than trusted.
  return networkOf(addresses.at(-1 - TRUSTED_PROXY_HOPS) ?? addresses.at(-1) ?? '')
}

/**
 * Returns true if a program on the server's own machine sent the request. A request that has passed
 * a proxy has more than one address in `X-Forwarded-For`, even if the proxy is not configured.
 */
export function isFromThisMachine(headers: Pick<Headers, 'get'>): boolean {
  const client = clientAddress(headers)
  const isLoopback = client.startsWith('127.') || client === networkOf('::1')
  return isLoopback && !headers.get('x-forwarded-for')?.includes(',')
}

/** The network of text that is not an address. */
export const unknownNetwork = 'unknown'

/** Returns an address as it is counted: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const host = address
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  if (!ipaddr.isValid(host)) return unknownNetwork
  // `process` also unwraps ::ffff:1.2.3.4. Otherwise, all of IPv4 would fall into one /64.
  const parsed = ipaddr.process(host)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const [withoutZone] = parsed.toNormalizedString().split('%')
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`).toString()}/64`
}
