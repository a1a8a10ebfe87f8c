import 'server-only'
import { sign } from '@/lib/crypto/sign'
import { InstanceRegistry } from './instance-registry'
import type { RestConnection } from './redis-over-rest'
import { Circuit, SharedLimiter } from './shared-limiter'
import { type Allowance, SlidingLog } from './sliding-log'

/** How many requests of one client are allowed in any window; with `isWide`, of all clients in one `wideNetwork`. */
export type Limit = { name: string; quota: number; windowSeconds: number; isWide?: true }

type Counted = { local: SlidingLog; shared: SharedLimiter | undefined }

/**
 * All limits of one process, which shares them with others where it has a Redis.
 *
 * While Redis is away, a process grants its share of a limit alone: what all of them grant is divided by their number, rounded down, one at
 * least. Whatever it granted within the window counts, with Redis as well as without. So in any window, however often Redis goes and comes back in
 * it, Redis grants the quota at most, since its log is exact; and *n* processes grant without it *n* shares at most, since who has granted
 * as much by then grants no more: the quota again. In all that is twice the quota at most.
 *
 * It is more where there are more processes than a limit has requests, or than some of them had heard of when Redis went away (see InstanceRegistry),
 * and where Redis lost its memory.
 */
export class Limiter {
  readonly register: InstanceRegistry | undefined
  private readonly circuit = new Circuit()
  private readonly counted = new Map<string, Counted>()

  /** @param now milliseconds of a clock that never goes back */
  constructor(
    private readonly connection?: RestConnection,
    private readonly now = () => performance.now(),
  ) {
    this.register = connection && new InstanceRegistry(connection, now)
  }

  /**
   * Counts one request of a client. The log in this process always counts along, so that it refuses what it knows to be
   * over the limit without asking Redis, and knows what it granted where Redis is away. Redis is told a keyed hash, no address.
   */
  async take(limit: Limit, client: string): Promise<Allowance> {
    const { local, shared } = this.countedOf(limit)
    if (!shared || !this.register) return local.take(client)
    const known = local.peek(client)
    if (!known.allowed) return known
    void this.register.say()
    const answer = await shared.take(sign('rate-limit', client))
    // Others of the same client may have been granted something meanwhile: the log judges as it counts.
    if (!answer) {
      const share = Math.max(1, Math.floor(limit.quota / this.register.processes))
      return { ...local.take(client, share), quota: share }
    }
    if (!answer.allowed) return answer
    const own = local.take(client)
    return answer.remaining < own.remaining ? { ...answer, allowed: own.allowed } : own
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
