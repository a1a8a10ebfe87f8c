import 'server-only'
import { sign } from '@/lib/crypto/sign'
import { Circuit, type RedisConnection, SharedLimiter } from './shared-limiter'
import { type Allowance, SlidingLog } from './sliding-log'

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

type Counted = { local: SlidingLog; shared: SharedLimiter | undefined }

/**
 * The rate limits of one process. With Redis, all processes share them. If Redis fails, each
 * process counts alone: reads have their full quota, writes half of it.
 */
export class Limiter {
  private readonly circuit = new Circuit()
  private readonly counted = new Map<string, Counted>()

  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly connection?: RedisConnection,
    private readonly now = () => performance.now(),
  ) {}

  /**
   * Counts one request of a client. The log of this process counts every request, so that it can
   * refuse a client without asking Redis, and knows what it granted when Redis fails. Redis
   * receives a keyed hash, not the address.
   */
  async take(limit: Limit, client: string): Promise<Allowance> {
    const { local, shared } = this.countedOf(limit)
    if (!shared) return local.take(client)
    const known = local.peek(client)
    if (!known.allowed) return known
    const answer = await shared.take(sign('rate-limit', client))
    // Concurrent requests of the same client may have been granted meanwhile: `take` checks again.
    if (!answer) {
      const quota = limit.isWrite ? Math.max(1, Math.floor(limit.quota / 2)) : limit.quota
      return { ...local.take(client, quota), quota }
    }
    if (!answer.allowed) return answer
    const own = local.take(client)
    return answer.remaining < own.remaining ? { ...answer, allowed: own.allowed } : own
  }

  /** Returns whether Redis responds. Undefined if there is none. */
  async isRedisAvailable(): Promise<boolean | undefined> {
    const { shared } = this.countedOf({ name: 'health', quota: 1, windowSeconds: 1 })
    return shared && (await shared.take('health')) !== undefined
  }

  private countedOf({ name, quota, windowSeconds }: Limit): Counted {
    const known = this.counted.get(name)
    if (known) return known
    const counted = {
      local: new SlidingLog(quota, windowSeconds * 1_000, undefined, this.now),
      shared:
        this.connection &&
        new SharedLimiter(name, quota, windowSeconds, this.connection, this.circuit, this.now),
    }
    this.counted.set(name, counted)
    return counted
  }
}
