import 'server-only'
import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import { waitUntil } from '@vercel/functions'
import { TimedOut, withTimeout } from '@/lib/concurrency/with-timeout'
import { truncate } from '@/lib/text/truncate'
import { redisOverTcp } from './redis'
import { sharedLog, type Taken, takeFromLog } from './shared-log'
import type { Allowance } from './sliding-log'

/** Maximum time that one request waits for Redis, in milliseconds. */
const timeoutMs = 300
/** Pause between requests to Redis after a failure, in milliseconds. */
const pauseMs = 5_000

/** A Redis server; with a token, one that speaks Upstash's REST protocol. */
export type RedisConnection = { url: string; token?: string }

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
  private readonly count: (client: string) => Promise<Taken>

  /**
   * @param now time in milliseconds of a monotonic clock, for the circuit breaker
   * @param countedAt clock of the log in milliseconds; by default that of Redis
   */
  constructor(
    private readonly name: string,
    quota: number,
    windowSeconds: number,
    { url, token }: RedisConnection,
    private readonly circuit = new Circuit(),
    private readonly now = () => performance.now(),
    countedAt?: () => number,
  ) {
    const prefix = `afterword:${name}`
    if (token === undefined) {
      const evaluate = redisOverTcp(url)
      this.count = (client) =>
        takeFromLog(evaluate, `${prefix}:${client}`, quota, windowSeconds, countedAt)
      return
    }
    const redis = new Redis({
      url,
      token,
      retry: false,
      enableTelemetry: false,
      // With a signal in place of a function, the client would return the abort as a result.
      signal: () => AbortSignal.timeout(pauseMs),
    })
    const ratelimit = new Ratelimit({
      redis,
      limiter: sharedLog(quota, windowSeconds, countedAt),
      prefix,
      // The library's timeout would allow the request.
      timeout: 0,
      // The library's cache of refused clients is unbounded; the log of this process is not.
      ephemeralCache: false,
    })
    this.count = (client) => ratelimit.limit(client)
  }

  /** Counts one request. Returns undefined if Redis did not respond. */
  async take(client: string): Promise<Allowance | undefined> {
    if (this.circuit.pausedUntil === 0) return this.ask(client)
    if (this.now() >= this.circuit.pausedUntil) {
      this.circuit.pausedUntil = this.now() + pauseMs
      // A suspended function would never learn that Redis is available again.
      waitUntil(this.ask(client))
    }
    return undefined
  }

  private async ask(client: string): Promise<Allowance | undefined> {
    const askedAt = performance.now()
    try {
      const { success, remaining, reset } = await withTimeout(this.count(client), timeoutMs)
      if (this.circuit.pausedUntil !== 0) console.warn(`rate limit “${this.name}”: Redis is back`)
      this.circuit.pausedUntil = 0
      this.circuit.answeredAt = performance.now()
      return {
        allowed: success,
        remaining: Math.max(0, remaining),
        resetMs: Math.max(0, reset - Date.now()),
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
