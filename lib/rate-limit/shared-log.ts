import 'server-only'
import type { RatelimitConfig } from '@upstash/ratelimit'
import { z } from 'zod'

/**
 * Takes one request of the quota, if any is left. The list holds the times of the granted requests
 * in microseconds, oldest first. Redis expires it when the last entry leaves the window.
 */
const takeScript = `
local key, quota, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000
local time = redis.call('TIME')
local now = ARGV[3] and tonumber(ARGV[3]) * 1000 or time[1] * 1000000 + time[2]
local oldest = redis.call('LINDEX', key, 0)
while oldest and tonumber(oldest) <= now - window do
  redis.call('LPOP', key)
  oldest = redis.call('LINDEX', key, 0)
end
local granted = redis.call('LLEN', key)
local allowed = 0
if granted < quota then
  redis.call('RPUSH', key, string.format('%.0f', now))
  redis.call('PEXPIRE', key, ARGV[2])
  granted = granted + 1
  allowed = 1
end
return { allowed, quota - granted, math.ceil((tonumber(oldest or now) + window - now) / 1000) }
`

/** Returns the same values without taking a request. */
const peekScript = `
local window = tonumber(ARGV[2]) * 1000
local time = redis.call('TIME')
local now = ARGV[3] and tonumber(ARGV[3]) * 1000 or time[1] * 1000000 + time[2]
local granted, oldest = 0, now
for _, at in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  if tonumber(at) > now - window then
    if granted == 0 then oldest = tonumber(at) end
    granted = granted + 1
  end
end
return { 1, tonumber(ARGV[1]) - granted, math.ceil((oldest + window - now) / 1000) }
`

const resultSchema = z.tuple([z.number(), z.number(), z.number()])

/**
 * Creates an algorithm for `Ratelimit`: an exact sliding log, as in sliding-log.ts, by the clock of
 * Redis, which all processes share. (The sliding window of the library is an estimate that grants
 * up to 119 of 60 requests in a minute.)
 *
 * @param countedAt clock of the log in milliseconds; by default that of Redis
 */
export function sharedLog(
  quota: number,
  windowSeconds: number,
  countedAt?: () => number,
): RatelimitConfig['limiter'] {
  const scriptArguments = () => [quota, windowSeconds * 1_000, ...(countedAt ? [countedAt()] : [])]
  return () => ({
    async limit({ redis }, key) {
      // Uses EVAL instead of EVALSHA: a NOSCRIPT error would need a second request within the
      // timeout.
      const [allowed, remaining, resetMs] = resultSchema.parse(
        await redis.eval(takeScript, [key], scriptArguments()),
      )
      return {
        success: allowed === 1,
        limit: quota,
        remaining,
        reset: Date.now() + resetMs,
        pending: Promise.resolve(),
      }
    },
    async getRemaining({ redis }, key) {
      const [, remaining, resetMs] = resultSchema.parse(
        await redis.eval(peekScript, [key], scriptArguments()),
      )
      return { remaining, reset: Date.now() + resetMs, limit: quota }
    },
    async resetTokens({ redis }, key) {
      await redis.del(key)
    },
  })
}
