import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllEnvs())

/** The limits as a process has them whose Redis refuses every connection, or that has none. */
async function limitsOf(environment: Record<string, string>) {
  vi.resetModules()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const { limits, takeFrom } = await import('./rate-limit')
  return async (name: 'newViews' | 'views') => {
    let granted = 0
    for (let asked = 0; asked < 70; asked++) if ((await takeFrom(limits[name], 'a reader')).allowed) granted++
    return granted
  }
}

test('where nothing is shared, a client is granted the quota', async () => {
  const granted = await limitsOf({})
  expect([await granted('views'), await granted('newViews')]).toEqual([60, 60])
})

test('while the shared count is away reads go on, and of writes half as many are granted', async () => {
  const granted = await limitsOf({ UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:1', UPSTASH_REDIS_REST_TOKEN: 'token' })
  expect([await granted('views'), await granted('newViews')]).toEqual([60, 30])
})
