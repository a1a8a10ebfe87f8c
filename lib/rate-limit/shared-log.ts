import 'server-only'
import type { RatelimitConfig } from '@upstash/ratelimit'
import { z } from 'zod'

/**
 * Grants a request if the quota allows it. The list holds the times of the granted requests in
 * microseconds, oldest first, and expires with the last of them.
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

const reply = z.tuple([z.number(), z.number(), z.number()])

/** `Ratelimit.limit` calls only `limit`. */
const unused = () => Promise.reject(new Error('not implemented'))

/**
 * An algorithm for `Ratelimit`: an exact sliding log, as in sliding-log.ts, on the clock of Redis,
 * which all processes share. (The library's sliding window weighs counters by time. A client that
 * knows where a window ends gets up to 119 requests in a minute instead of 60.)
 *
 * @param countedAt milliseconds of the clock of the log; Redis's clock if undefined
 */
export function sharedLog(
  quota: number,
  windowSeconds: number,
  countedAt?: () => number,
): RatelimitConfig['limiter'] {
  return () => ({
    async limit({ redis }, key) {
      const args = [quota, windowSeconds * 1_000, ...(countedAt ? [countedAt()] : [])]
      // EVALSHA may need a second round trip, and there is time for one.
      const [allowed, remaining, resetMs] = reply.parse(await redis.eval(takeScript, [key], args))
      const success = allowed === 1
      const reset = Date.now() + resetMs
      return { success, remaining, reset, limit: quota, pending: Promise.resolve() }
    },
    getRemaining: unused,
    resetTokens: unused,
  })
}
