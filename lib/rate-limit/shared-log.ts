import 'server-only'
import type { RatelimitConfig } from '@upstash/ratelimit'
import { z } from 'zod'

/**
 * Takes one of the quota, where one is left: the times of the requests that were granted, in microseconds, oldest first. Redis forgets
 * them when the last no longer counts.
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

/** The same without taking one. */
const lookScript = `
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

const answered = z.tuple([z.number(), z.number(), z.number()])

/**
 * An algorithm for `Ratelimit`: an exact sliding log, as in sliding-log.ts, by the clock of Redis, which is the same for all processes.
 * (Its own sliding window, counters weighted by time, grants 119 of 60 in a minute to who knows where a window ends.)
 *
 * @param countedAt milliseconds of the clock that the log is kept by; Redis's own where there is none
 */
export function sharedLog(
  quota: number,
  windowSeconds: number,
  countedAt?: () => number,
): RatelimitConfig['limiter'] {
  const words = () => [quota, windowSeconds * 1_000, ...(countedAt ? [countedAt()] : [])]
  return () => ({
    async limit({ redis }, key) {
      // Not by its hash: Redis might answer that it has forgotten the script, and there is time for one question.
      const [allowed, remaining, resetMs] = answered.parse(
        await redis.eval(takeScript, [key], words()),
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
      const [, remaining, resetMs] = answered.parse(await redis.eval(lookScript, [key], words()))
      return { remaining, reset: Date.now() + resetMs, limit: quota }
    },
    async resetTokens({ redis }, key) {
      await redis.del(key)
    },
  })
}
