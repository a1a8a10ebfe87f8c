import 'server-only'
import ipaddr from 'ipaddr.js'
import { env } from '@/lib/env'

/**
 * Who a request counts for: an IPv4 address, or the /64 of an IPv6 one, since a host is given as many addresses of
 * its /64 as it likes.
 *
 * Our own entry (`server/server.ts`) and every proxy append the address they see to `X-Forwarded-For`. What stands left of
 * the trusted ones was written by the client, and never counts.
 */
export function clientAddress(headers: Headers): string {
  const { onVercel, TRUSTED_PROXY_HOPS } = env()
  const address = onVercel
    ? headers.get('x-vercel-forwarded-for')
    : vouchedFor(headers.get('x-forwarded-for'), TRUSTED_PROXY_HOPS)
  return networkOf(address?.trim() ?? '')
}

/** The entry that the outermost trusted proxy appended; the socket's own where fewer proxies were passed than are trusted. */
function vouchedFor(forwardedFor: string | null, hops: number): string | undefined {
  const addresses = forwardedFor?.split(',') ?? []
  return addresses.at(-1 - hops) ?? addresses.at(-1)
}

function networkOf(address: string): string {
  const host = address
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  if (!ipaddr.isValid(host)) return 'unknown'
  // `process` also unwraps ::ffff:1.2.3.4, before the cut: all of IPv4 would be one /64 otherwise.
  const parsed = ipaddr.process(host)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().split('%')[0]}/64`).toString()}/64`
}
