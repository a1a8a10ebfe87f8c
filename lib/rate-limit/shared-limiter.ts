import 'server-only'
import { Ratelimit } from '@upstash/ratelimit'
import { TimedOut, withTimeout } from '@/lib/concurrency/with-timeout'
import { truncate } from '@/lib/text/truncate'
import { type RestConnection, redisOverRest } from './redis-over-rest'
import { sharedLog } from './shared-log'
import type { Allowance } from './sliding-log'

/** Maximum time that one request waits for Redis, in milliseconds. */
const timeoutMs = 300
/** Pause between requests to Redis after a failure, in milliseconds. */
const pauseMs = 5_000

/** Circuit breaker for Redis, shared by all limits. `pausedUntil` is 0 while Redis responds. */
export class Circuit {
  pausedUntil = 0
  /** Time of the last timely response. */
  respondedAt = Number.NEGATIVE_INFINITY
}

/**
 * A limit that all processes share, in Redis over HTTP (Upstash). While Redis is unavailable,
 * `take` returns undefined at once and the caller decides. The first request after a failure waits
 * `timeoutMs`; later ones do not wait, because a background request checks whether Redis has
 * recovered.
 */
export class SharedLimiter {
  private readonly ratelimit: Ratelimit

  /**
   * @param now time in milliseconds of a monotonic clock, for the circuit breaker
   * @param countedAt clock of the log in milliseconds; by default that of Redis
   */
  constructor(
    private readonly name: string,
    quota: number,
    windowSeconds: number,
    connection: RestConnection,
    private readonly circuit = new Circuit(),
    private readonly now = () => performance.now(),
    countedAt?: () => number,
  ) {
    this.ratelimit = new Ratelimit({
      redis: redisOverRest(connection, pauseMs),
      limiter: sharedLog(quota, windowSeconds, countedAt),
      prefix: `afterword:${name}`,
      // Its own timeout allows the request, and it also fires if this process is blocked.
      timeout: 0,
      // Its own cache of rejected clients is unbounded, and the local log knows them too.
      ephemeralCache: false,
    })
  }

  /** Counts one request. Returns undefined if Redis did not respond. */
  async take(client: string): Promise<Allowance | undefined> {
    if (this.circuit.pausedUntil === 0) return this.request(client)
    if (this.now() >= this.circuit.pausedUntil) {
      this.circuit.pausedUntil = this.now() + pauseMs
      void this.request(client)
    }
    return undefined
  }

  private async request(client: string): Promise<Allowance | undefined> {
    const startedAt = performance.now()
    try {
      const { success, remaining, reset } = await withTimeout(
        this.ratelimit.limit(client),
        timeoutMs,
      )
      if (this.circuit.pausedUntil !== 0) console.warn(`rate limit “${this.name}”: Redis is back`)
      this.circuit.pausedUntil = 0
      this.circuit.respondedAt = performance.now()
      return {
        allowed: success,
        remaining: Math.max(0, remaining),
        resetMs: Math.max(0, reset - Date.now()),
      }
    } catch (error) {
      // One late response among concurrent requests is not an outage if a later one succeeded.
      if (error instanceof TimedOut && this.circuit.respondedAt > startedAt) return undefined
      const reason = error instanceof Error ? truncate(error.message, 200) : String(error)
      if (this.circuit.pausedUntil === 0)
        console.warn(
          `rate limit “${this.name}”: Redis is away, this process grants its share (${reason})`,
        )
      this.circuit.pausedUntil = this.now() + pauseMs
      return undefined
    }
  }
}
