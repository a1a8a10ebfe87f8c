import 'server-only'
import { Ratelimit } from '@upstash/ratelimit'
import { TimedOut, withTimeout } from '@/lib/concurrency/with-timeout'
import { truncate } from '@/lib/text/truncate'
import { type RestConnection, redisOverRest } from './redis-over-rest'
import { sharedLog } from './shared-log'
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
 * A limit that all processes share, in Redis over HTTP (Upstash). While Redis is away, `take` answers undefined at
 * once and the caller decides by itself: the first request that meets the failure waits `timeoutMs` for it, none
 * after it does, because Redis is asked again aside, by a request that does not wait for the answer.
 */
export class SharedLimiter {
  private readonly ratelimit: Ratelimit

  /**
   * @param now milliseconds of a clock that never goes back: when Redis is asked again
   * @param countedAt milliseconds of the clock that the log is kept by; Redis's own where there is none
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
      // Its own would take silence for a yes, and the deafness of this process for silence.
      timeout: 0,
      // Its own memory of refused clients has no bound; the log in this process knows them too.
      ephemeralCache: false,
    })
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
      const { success, remaining, reset } = await withTimeout(
        this.ratelimit.limit(client),
        timeoutMs,
      )
      if (this.circuit.pausedUntil !== 0) console.warn(`rate limit “${this.name}”: Redis is back`)
      this.circuit.pausedUntil = 0
      this.circuit.answeredAt = performance.now()
      return {
        allowed: success,
        remaining: Math.max(0, remaining),
        resetMs: Math.max(0, reset - Date.now()),
      }
    } catch (error) {
      // Late for one of a crowd, while it answered others that came after: it is not away.
      if (error instanceof TimedOut && this.circuit.answeredAt > askedAt) return undefined
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
