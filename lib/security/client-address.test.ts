import { afterEach, expect, test, vi } from 'vitest'

/** `clientAddress` under a configuration of its own: it is parsed once a module. */
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
  ['the socket alone', '203.0.113.9', '203.0.113.9'],
  [
    'what the client wrote before it counts for nothing',
    '198.51.100.1, 1.1.1.1, 203.0.113.9',
    '203.0.113.9',
  ],
  ['an IPv4 address in IPv6 clothes is that IPv4 address', '::ffff:203.0.113.9', '203.0.113.9'],
  ['two of them are two clients', '::ffff:203.0.113.10', '203.0.113.10'],
  ['an IPv6 address is its /64', '2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['another of that /64 is the same client', '2001:db8:1:2:bbbb::2', '2001:db8:1:2::/64'],
  ['a zone is no part of it', 'fe80::1%eth0', 'fe80::/64'],
  ['a port is no part of it', '203.0.113.9:4711', '203.0.113.9'],
  ['nor behind brackets', '[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['garbage is one client', 'a, b, not an address', 'unknown'],
])('without proxies: %s', async (_, header, client) => {
  expect(await clientWith({}, forwarded(header))).toBe(client)
})

test.each([
  ['one proxy vouches for what it appended', '1', '6.6.6.6, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
  [
    'two proxies for the one before',
    '2',
    '6.6.6.6, 203.0.113.9, 10.0.0.2, 10.0.0.1',
    '203.0.113.9',
  ],
  ['past fewer proxies than are trusted, the socket counts', '2', '203.0.113.9', '203.0.113.9'],
  ['and what the client wrote does not', '2', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
])('behind proxies: %s', async (_, hops, header, client) => {
  expect(await clientWith({ TRUSTED_PROXY_HOPS: hops }, forwarded(header))).toBe(client)
})

test('on Vercel the platform’s own header counts, and no other', async () => {
  const headers = { 'x-forwarded-for': '6.6.6.6', 'x-vercel-forwarded-for': '203.0.113.9' }
  expect(await clientWith({ VERCEL: '1' }, headers)).toBe('203.0.113.9')
})

test('elsewhere that header counts for nothing', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-vercel-forwarded-for': '6.6.6.6' }
  expect(await clientWith({}, headers)).toBe('203.0.113.9')
})

test('without a header all are one client', async () => {
  expect(await clientWith({}, {})).toBe('unknown')
})
