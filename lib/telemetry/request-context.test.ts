import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllEnvs())

/** Returns the id for a request with these headers. The configuration is parsed on first use. */
async function idFor(variables: Record<string, string>, headers: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const { requestIdOf } = await import('./request-context')
  return requestIdOf(new Headers(headers))
}

test('generates an id without a trusted proxy', async () => {
  expect(await idFor({}, { 'x-request-id': 'id-of-a-client' })).toMatch(uuid)
})

test('uses the id of a trusted proxy', async () => {
  const headers = { 'x-request-id': '0f9c2b7e41d84f6cb2f6a9b0a1c2d3e4' }
  expect(await idFor({ TRUSTED_PROXY_HOPS: '1' }, headers)).toBe(headers['x-request-id'])
})

test.each(['short', 'with spaces inside', '<script>alert(1)</script>', 'x'.repeat(129)])(
  'replaces the malformed id “%s”',
  async (id) => {
    expect(await idFor({ TRUSTED_PROXY_HOPS: '1' }, { 'x-request-id': id })).toMatch(uuid)
  },
)

test('uses the id of Vercel', async () => {
  const headers = { 'x-vercel-id': 'fra1::iad1::9fk2x-1764187052000-0a1b2c3d4e5f' }
  expect(await idFor({ VERCEL: '1' }, headers)).toBe(headers['x-vercel-id'])
})

test('endpoints keep the context of the custom server, and otherwise begin one', async () => {
  const { inRequestContext, requestContexts } = await import('./request-context')
  const currentId = () => requestContexts.getStore()?.id
  const headers = new Headers()
  const outer = { id: 'id-of-the-entry' }
  expect(requestContexts.run(outer, () => inRequestContext(headers, currentId))).toBe(outer.id)
  expect(inRequestContext(headers, currentId)).toMatch(uuid)
})
