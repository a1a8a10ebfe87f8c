import { LRUCache } from 'lru-cache'

/** Remaining requests of a client in its window. */
export type Allowance = {
  allowed: boolean
  /** Number of requests left. */
  remaining: number
  /** Milliseconds until `remaining` increases by one. */
  resetMs: number
  /** Quota that applies instead: the share of a process while Redis is unavailable. */
  quota?: number
}

/**
 * An exact sliding log in memory: at most `quota` requests in any interval of `windowMs`. Bounded
 * to `clientsMax` clients; the least recently used one is evicted.
 */
export class SlidingLog {
  /** Times of the granted requests of each client, oldest first. */
  private readonly clients: LRUCache<string, number[]>

  constructor(
    private readonly quota: number,
    private readonly windowMs: number,
    clientsMax = 100_000,
    /** Time in milliseconds of a monotonic clock. */
    private readonly now = () => performance.now(),
  ) {
    // `maxSize` instead of `max`, because `max` allocates the whole capacity at once.
    this.clients = new LRUCache({ maxSize: clientsMax, sizeCalculation: () => 1 })
  }

  get size(): number {
    return this.clients.size
  }

  /**
   * Grants and records one request, if any is left.
   * @param quota a lower quota for this request
   */
  take(client: string, quota = this.quota): Allowance {
    const time = this.now()
    const times = this.recent(client, time)
    const allowed = times.length < quota
    if (allowed) times.push(time)
    this.clients.set(client, times)
    this.deleteExpired(time)
    return this.allowance(times, time, allowed, quota)
  }

  /** Returns what `take` would, without granting a request. */
  peek(client: string): Allowance {
    const time = this.now()
    const times = this.recent(client, time)
    return this.allowance(times, time, times.length < this.quota)
  }

  private recent(client: string, time: number): number[] {
    const times = this.clients.peek(client) ?? []
    const start = times.findIndex((granted) => granted > time - this.windowMs)
    return start === 0 ? times : start === -1 ? [] : times.slice(start)
  }

  private allowance(
    times: number[],
    time: number,
    allowed: boolean,
    quota = this.quota,
  ): Allowance {
    // With a lower quota, the request that has to expire first is not the oldest one.
    const next = times[Math.max(0, times.length - quota)] ?? time
    return {
      allowed,
      remaining: Math.max(0, quota - times.length),
      resetMs: this.windowMs - (time - next),
    }
  }

  /** Deletes up to two expired clients per request. */
  private deleteExpired(time: number): void {
    for (let checked = 0; checked < 2; checked++) {
      const { value: oldest } = this.clients.rkeys().next()
      if (oldest === undefined || this.recent(oldest, time).length > 0) return
      this.clients.delete(oldest)
    }
  }
}
