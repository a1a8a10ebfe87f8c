import 'server-only'
import { sign } from '@/lib/crypto/sign'
import { InstanceRegistry } from './instance-registry'
import type { RestConnection } from './redis-over-rest'
import { Circuit, SharedLimiter } from './shared-limiter'
import { type Allowance, SlidingLog } from './sliding-log'

/**
 * Limits the requests of one client in any window or, with `isWide`, of all clients in one
 * `wideNetwork`.
 */
export type Limit = { name: string; quota: number; windowSeconds: number; isWide?: true }

type Counted = { local: SlidingLog; shared: SharedLimiter | undefined }

/**
 * Holds all limits of one process and shares them with other processes through Redis, if
 * configured.
 *
 * While Redis is unavailable, each process grants its share of a limit: the quota divided by the
 * number of processes, rounded down, but at least one. Requests granted within the window count
 * with and without Redis. Redis grants at most the quota in any window, because its log is exact.
 * Without Redis, *n* processes grant at most *n* shares, which is the quota again. So a client gets
 * at most twice the quota in a window, however often Redis fails and recovers.
 *
 * The bound is higher in three cases: there are more processes than requests in a limit; a process
 * did not know about all others when Redis failed (see InstanceRegistry); or Redis lost its data.
 */
export class Limiter {
  readonly register: InstanceRegistry | undefined
  private readonly circuit = new Circuit()
  private readonly counted = new Map<string, Counted>()

  /** @param now time in milliseconds of a monotonic clock */
  constructor(
    private readonly connection?: RestConnection,
    private readonly now = () => performance.now(),
  ) {
    this.register = connection && new InstanceRegistry(connection, now)
  }

  /**
   * Counts one request of a client. The local log always counts too. It rejects known excess
   * without a request to Redis, and provides the count while Redis is unavailable. Redis receives a
   * keyed hash instead of the address.
   */
  async take(limit: Limit, client: string): Promise<Allowance> {
    const { local, shared } = this.logsOf(limit)
    if (!shared || !this.register) return local.take(client)
    const known = local.peek(client)
    if (!known.allowed) return known
    void this.register.sendHeartbeat()
    const result = await shared.take(sign('rate-limit', client))
    // Concurrent requests of the client may have been granted meanwhile, so `take` checks again.
    if (!result) {
      const share = Math.max(1, Math.floor(limit.quota / this.register.processes))
      return { ...local.take(client, share), quota: share }
    }
    if (!result.allowed) return result
    const own = local.take(client)
    return result.remaining < own.remaining ? { ...result, allowed: own.allowed } : own
  }

  private logsOf({ name, quota, windowSeconds }: Limit): Counted {
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
