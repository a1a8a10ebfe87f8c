import 'server-only'
import { Redis } from '@upstash/redis'
import { z } from 'zod'
import { inTime, NotInTime } from './in-time'
import type { Allowance } from './sliding-log'

/** How long one request may wait for Redis. */
const timeoutMs = 300
/** How long Redis is left alone after it failed. */
const pauseMs = 5_000

/** When Redis may be asked again, for all limits alike: it is one Redis. 0 while it answers. */
export class Circuit {
  pausedUntil = 0
  /** When it last answered in time. */
  answeredAt = Number.NEGATIVE_INFINITY
}

/**
 * An exact sliding log, as in sliding-log.ts: the times of a client's granted requests in microseconds, oldest first, by
 * the clock of Redis, which is the same for all processes. It is forgotten when the last of them no longer counts.
 * (Counters a window, weighted as `@upstash/ratelimit` does, granted 119 of 60 in a minute to who knew where a window ends.)
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
const taken = z.tuple([z.number(), z.number(), z.number()])

/**
 * A limit that all processes share, in Redis over HTTP (Upstash). While Redis is away, `take` answers undefined at
 * once and the caller decides by itself: the first request that meets the failure waits `timeoutMs` for it, none
 * after it does, because Redis is asked again aside, by a request that does not wait for the answer.
 */
export class SharedLimiter {
  private readonly redis: Redis

  /**
   * @param now milliseconds of a clock that never goes back: when Redis is asked again
   * @param countedAt milliseconds of the clock that the log is kept by; Redis's own where there is none
   */
  constructor(
    private readonly name: string,
    private readonly quota: number,
    private readonly windowSeconds: number,
    { url, token }: { url: string; token: string },
    private readonly circuit = new Circuit(),
    private readonly now = () => performance.now(),
    private readonly countedAt?: () => number,
  ) {
    // A question that nobody waits for any more ends here. (A signal that is no function would make an answer of it.)
    this.redis = new Redis({ url, token, retry: false, enableTelemetry: false, signal: () => AbortSignal.timeout(pauseMs) })
  }

  /** Counts one request. Undefined where Redis did not answer. */
  async take(client: string): Promise<Allowance | undefined> {
    if (this.circuit.pausedUntil === 0) return this.ask(client)
    if (this.now() >= this.circuit.pausedUntil) {
      this.circuit.pausedUntil = this.now() + pauseMs
      void this.ask(client)
    }
    return undefined
  }

  private async ask(client: string): Promise<Allowance | undefined> {
    const askedAt = performance.now()
    try {
      const args = [this.quota, this.windowSeconds * 1_000, ...(this.countedAt ? [this.countedAt()] : [])]
      // Not by its hash: Redis might answer that it has forgotten the script, and there is time for one question.
      const answer = this.redis.eval(takeScript, [`afterword:${this.name}:${client}`], args)
      const [allowed, remaining, resetMs] = taken.parse(await inTime(answer, timeoutMs))
      if (this.circuit.pausedUntil !== 0) console.warn(`rate limit “${this.name}”: Redis is back`)
      this.circuit.pausedUntil = 0
      this.circuit.answeredAt = performance.now()
      return { allowed: allowed === 1, remaining: Math.max(0, remaining), resetMs }
    } catch (error) {
      // Late for one of a crowd, while it answered others that came after: it is not away.
      if (error instanceof NotInTime && this.circuit.answeredAt > askedAt) return undefined
      const reason = error instanceof Error ? error.message.slice(0, 200) : String(error)
      if (this.circuit.pausedUntil === 0)
        console.warn(`rate limit “${this.name}”: Redis is away, counting in this process alone (${reason})`)
      this.circuit.pausedUntil = this.now() + pauseMs
      return undefined
    }
  }
}
