import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import { afterAll, expect, test } from 'vitest'
import { startRedis } from '@/test/servers/redis'
import { sharedLog } from './shared-log'

const bridge = await startRedis()
afterAll(bridge.stop)

test('reads the remaining quota without taking a request, and resets it', async () => {
  const clock = { ms: 1_000_000 }
  const redis = new Redis({
    url: bridge.url,
    token: bridge.token,
    retry: false,
    enableTelemetry: false,
  })
  const limiter = new Ratelimit({
    redis,
    limiter: sharedLog(2, 60, () => clock.ms),
    prefix: 'test',
    ephemeralCache: false,
  })
  expect((await limiter.getRemaining('reader')).remaining).toBe(2)
  expect([
    (await limiter.limit('reader')).success,
    (await limiter.limit('reader')).success,
  ]).toEqual([true, true])
  expect(await limiter.limit('reader')).toMatchObject({ success: false, limit: 2, remaining: 0 })
  expect((await limiter.getRemaining('reader')).remaining).toBe(0)
  clock.ms += 60_001
  expect((await limiter.getRemaining('reader')).remaining).toBe(2)
  await limiter.limit('reader')
  await limiter.resetUsedTokens('reader')
  expect((await limiter.getRemaining('reader')).remaining).toBe(2)
})
