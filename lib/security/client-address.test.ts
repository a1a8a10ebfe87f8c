import { afterEach, expect, test, vi } from 'vitest'

/** Calls `clientAddress` with its own configuration, which each module parses once. */
async function clientWith(
  variables: Record<string, string>,
  headers: Record<string, string>,
): Promise<string> {
  vi.resetModules()
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const { clientAddress } = await import('./client-address')
  return clientAddress(new Headers(headers))
}

afterEach(() => {
  vi.unstubAllEnvs()
})

const forwarded = (value: string) => ({ 'x-forwarded-for': value })

test.each([
  ['uses the address of the socket', '203.0.113.9', '203.0.113.9'],
  ['ignores entries that the client sent', '198.51.100.1, 1.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['unwraps an IPv4-mapped IPv6 address', '::ffff:203.0.113.9', '203.0.113.9'],
  ['distinguishes IPv4-mapped IPv6 addresses', '::ffff:203.0.113.10', '203.0.113.10'],
  ['reduces an IPv6 address to its /64', '2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['counts all of a /64 as one client', '2001:db8:1:2:bbbb::2', '2001:db8:1:2::/64'],
  ['ignores an IPv6 zone', 'fe80::1%eth0', 'fe80::/64'],
  ['ignores a port', '203.0.113.9:4711', '203.0.113.9'],
  ['ignores brackets and a port', '[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['counts invalid addresses as one client', 'a, b, not an address', 'unknown'],
])('without proxies: %s', async (_, header, client) => {
  expect(await clientWith({}, forwarded(header))).toBe(client)
})

test.each([
  [
    'trusts the entry that one proxy appended',
    '1',
    '6.6.6.6, 203.0.113.9, 10.0.0.1',
    '203.0.113.9',
  ],
  [
    'trusts the entry before two proxies',
    '2',
    '6.6.6.6, 203.0.113.9, 10.0.0.2, 10.0.0.1',
    '203.0.113.9',
  ],
  ['uses the socket if there are fewer proxies than trusted', '2', '203.0.113.9', '203.0.113.9'],
  ['ignores entries that the client sent', '2', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
])('behind proxies: %s', async (_, hops, header, client) => {
  expect(await clientWith({ TRUSTED_PROXY_HOPS: hops }, forwarded(header))).toBe(client)
})

test('on Vercel, only the platform’s own header counts', async () => {
  const headers = { 'x-forwarded-for': '6.6.6.6', 'x-vercel-forwarded-for': '203.0.113.9' }
  expect(await clientWith({ VERCEL: '1' }, headers)).toBe('203.0.113.9')
})

test('elsewhere, Vercel’s header is ignored', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-vercel-forwarded-for': '6.6.6.6' }
  expect(await clientWith({}, headers)).toBe('203.0.113.9')
})

test('without a header, all requests count as one client', async () => {
  expect(await clientWith({}, {})).toBe('unknown')
})
