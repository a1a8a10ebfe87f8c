import 'server-only'
import { Ratelimit } from '@upstash/ratelimit'
import { waitUntil } from '@vercel/functions'
import { TimedOut, withTimeout } from '@/lib/concurrency/with-timeout'
import { sign } from '@/lib/crypto/sign'
import { truncate } from '@/lib/text/truncate'
import { type RedisConnection, redisAt } from './redis'
import { sharedLog } from './shared-log'
import { type Allowance, SlidingLog } from './sliding-log'

/** Maximum time that one request waits for Redis, in milliseconds. */
const timeoutMs = 300
/** Pause between requests to Redis after a failure, in milliseconds. */
const pauseMs = 5_000

/**
 * The number of requests that a client may send in any window; with `isWide`, that all clients of
 * one `wideNetwork` may send. `isWrite` limits are halved while the configured Redis is
 * unavailable.
 */
export type Limit = {
  name: string
  quota: number
  windowSeconds: number
  isWide?: true
  isWrite?: true
}

type Counted = { local: SlidingLog; shared: Ratelimit | undefined }

/**
 * The rate limits of one process. With Redis, all processes share them. If Redis fails, each
 * process counts alone: reads have their full quota, writes half of it.
 */
export class Limiter {
  private readonly counted = new Map<string, Counted>()
  /** The time of the next request to Redis after a failure; 0 while it responds. */
  private pausedUntil = 0
  /** The time of the last timely response of Redis. */
  private respondedAt = Number.NEGATIVE_INFINITY

  /**
   * @param now milliseconds of a monotonic clock
   * @param countedAt milliseconds of the clock of the shared logs; Redis's clock if undefined
   */
  constructor(
    private readonly connection?: RedisConnection,
    private readonly now = () => performance.now(),
    private readonly countedAt?: () => number,
  ) {}

  /**
   * Counts one request of a client. The log of this process counts every request, so that it can
   * refuse a client without Redis, and knows the granted requests if Redis fails. Redis receives a
   * keyed hash, not the address.
   */
  async take(limit: Limit, client: string): Promise<Allowance> {
    const { local, shared } = this.countedOf(limit)
    if (!shared) return local.take(client)
    const known = local.peek(client)
    if (!known.allowed) return known
    const result = await this.takeShared(shared, sign('rate-limit', client))
    // Concurrent requests of the same client may have been granted in the meantime: `take` checks
    // again.
    if (!result) {
      const quota = limit.isWrite ? Math.max(1, Math.floor(limit.quota / 2)) : limit.quota
      return { ...local.take(client, quota), quota }
    }
    if (!result.allowed) return result
    const own = local.take(client)
    return result.remaining < own.remaining ? { ...result, allowed: own.allowed } : own
  }

  /** Returns whether Redis responds. Undefined if there is none. */
  async isRedisAvailable(): Promise<boolean | undefined> {
    const { shared } = this.countedOf({ name: 'health', quota: 1, windowSeconds: 1 })
    return shared && (await this.takeShared(shared, 'health')) !== undefined
  }

  private countedOf({ name, quota, windowSeconds }: Limit): Counted {
    const known = this.counted.get(name)
    if (known) return known
    const counted = {
      local: new SlidingLog(quota, windowSeconds * 1_000, undefined, this.now),
      shared:
        this.connection &&
        new Ratelimit({
          redis: redisAt(this.connection),
          limiter: sharedLog(quota, windowSeconds, this.countedAt),
          prefix: `afterword:${name}`,
          // The library's timeout would allow the request.
          timeout: 0,
          // The library's cache of refused clients is unbounded; the log of this process is not.
          ephemeralCache: false,
        }),
    }
    this.counted.set(name, counted)
    return counted
  }

  /**
   * Counts one request in Redis. Returns undefined immediately while Redis is unavailable. Only the
   * first requests that meet the failure wait up to `timeoutMs`. After that, one request every
   * `pauseMs` tries Redis again without waiting for it.
   */
  private async takeShared(shared: Ratelimit, client: string): Promise<Allowance | undefined> {
    if (this.pausedUntil === 0) return this.requestRedis(shared, client)
    if (this.now() >= this.pausedUntil) {
      this.pausedUntil = this.now() + pauseMs
      // A suspended function would never learn that Redis is available again.
      waitUntil(this.requestRedis(shared, client))
    }
    return undefined
  }

  private async requestRedis(shared: Ratelimit, client: string): Promise<Allowance | undefined> {
    const startedAt = performance.now()
    try {
      const { success, remaining, reset } = await withTimeout(shared.limit(client), timeoutMs)
      if (this.pausedUntil !== 0) console.warn('rate limits: Redis is available again')
      this.pausedUntil = 0
      this.respondedAt = performance.now()
      return {
        allowed: success,
        remaining: Math.max(0, remaining),
        resetMs: Math.max(0, reset - Date.now()),
      }
    } catch (error) {
      // One late response among concurrent requests is not an outage if a later one succeeded.
      if (error instanceof TimedOut && this.respondedAt > startedAt) return undefined
      const reason = error instanceof Error ? truncate(error.message, 200) : String(error)
      if (this.pausedUntil === 0)
        console.warn(`rate limits: Redis is unavailable, this process counts alone (${reason})`)
      this.pausedUntil = this.now() + pauseMs
      return undefined
    }
  }
}
