import 'server-only'
import { z } from 'zod'
import { TimedOut, withTimeout } from '@/lib/concurrency/with-timeout'
import { truncate } from '@/lib/text/truncate'
import { type Evaluate, type RedisConnection, redisScripts } from './redis'
import type { Allowance } from './sliding-log'

/**
 * Grants a request if the quota allows it: an exact sliding log, as in sliding-log.ts, on the clock
 * of Redis, which all processes share. The list holds the times of the granted requests in
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

/** Maximum time that one request waits for Redis, in milliseconds. */
const timeoutMs = 300
/** Pause between requests to Redis after a failure, in milliseconds. */
const pauseMs = 5_000

/** Circuit breaker for Redis, shared by all limits. `pausedUntil` is 0 while Redis responds. */
export class Circuit {
  pausedUntil = 0
  /** Time of the last timely response. */
  answeredAt = Number.NEGATIVE_INFINITY
}

/**
 * A limit that all processes share in Redis. While Redis is unavailable, `take` returns undefined
 * at once, and the caller decides. Only the first request that meets the failure waits up to
 * `timeoutMs`; later, one request in `pauseMs` asks Redis again without waiting for it.
 */
export class SharedLimiter {
  private readonly evaluate: Evaluate

  /**
   * @param now time in milliseconds of a monotonic clock, for the circuit breaker
   * @param countedAt clock of the log in milliseconds; by default that of Redis
   */
  constructor(
    private readonly name: string,
    private readonly quota: number,
    private readonly windowSeconds: number,
    connection: RedisConnection,
    private readonly circuit = new Circuit(),
    private readonly now = () => performance.now(),
    private readonly countedAt?: () => number,
  ) {
    this.evaluate = redisScripts(connection)
  }

  /** Counts one request. Returns undefined if Redis did not respond. */
  async take(client: string): Promise<Allowance | undefined> {
    if (this.circuit.pausedUntil === 0) return this.ask(client)
    if (this.now() >= this.circuit.pausedUntil) {
      this.circuit.pausedUntil = this.now() + pauseMs
      void this.ask(client)
    }
    return undefined
  }

  private count(client: string): Promise<unknown> {
    const args = [this.quota, this.windowSeconds * 1_000]
    if (this.countedAt) args.push(this.countedAt())
    // EVALSHA may need a second round trip, and there is time for one.
    return this.evaluate(takeScript, [`afterword:${this.name}:${client}`], args)
  }

  private async ask(client: string): Promise<Allowance | undefined> {
    const askedAt = performance.now()
    try {
      const answer = await withTimeout(this.count(client), timeoutMs)
      const [allowed, remaining, resetMs] = reply.parse(answer)
      if (this.circuit.pausedUntil !== 0) console.warn(`rate limit “${this.name}”: Redis is back`)
      this.circuit.pausedUntil = 0
      this.circuit.answeredAt = performance.now()
      return {
        allowed: allowed === 1,
        remaining: Math.max(0, remaining),
        resetMs: Math.max(0, resetMs),
      }
    } catch (error) {
      // One late response among concurrent requests is not an outage if a later one succeeded.
      if (error instanceof TimedOut && this.circuit.answeredAt > askedAt) return undefined
      const reason = error instanceof Error ? truncate(error.message, 200) : String(error)
      if (this.circuit.pausedUntil === 0)
        console.warn(
          `rate limit “${this.name}”: Redis is unavailable, this process counts alone (${reason})`,
        )
      this.circuit.pausedUntil = this.now() + pauseMs
      return undefined
    }
  }
}
