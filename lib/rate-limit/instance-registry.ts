import 'server-only'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { truncate } from '@/lib/text/truncate'
import { type RestConnection, redisOverRest } from './redis-over-rest'

/**
 * Key of a sorted set of process ids, scored by their last heartbeat in milliseconds of the Redis
 * clock.
 */
export const registerKey = 'afterword:processes'

/** Minimum interval between heartbeats, in milliseconds. */
const heartbeatMs = 10_000
/** Interval between the heartbeats of an idle process, in milliseconds. */
const idleMs = 20_000
/** Age in milliseconds after which a process no longer counts. */
const expiryMs = 60_000

const heartbeatScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])
`

const countSchema = z.number().int().positive()

/**
 * Counts the processes that share the limits: each one sends heartbeats to Redis and reads the
 * number of processes. Requests never wait for a heartbeat. If one fails, the last known number is
 * used.
 */
export class InstanceRegistry {
  private readonly id = randomUUID()
  /**
   * A client separate from the one for limits: a client batches concurrent commands into one
   * request.
   */
  private readonly redis
  /** A process assumes that there are two until Redis has answered. */
  private known = 2
  /** The highest recent count, while all recent counts are below the known number. */
  private lower: { processes: number; since: number } | undefined
  private sentAt = Number.NEGATIVE_INFINITY
  private hasFailed = false
  private timer: NodeJS.Timeout | undefined

  /** @param now time in milliseconds of a monotonic clock */
  constructor(
    connection: RestConnection,
    private readonly now = () => performance.now(),
  ) {
    this.redis = redisOverRest(connection, heartbeatMs / 2)
  }

  /** Returns the known number of processes, including this one. It errs on the high side. */
  get processes(): number {
    return this.known
  }

  /**
   * Sends a heartbeat now and repeats it while idle; otherwise the other processes would stop
   * counting this one.
   */
  startHeartbeat(): void {
    void this.sendHeartbeat()
    this.timer ??= setInterval(() => void this.sendHeartbeat(), idleMs).unref()
  }

  /** Sends a heartbeat unless one was sent recently. Never throws. */
  async sendHeartbeat(): Promise<void> {
    if (this.now() - this.sentAt < heartbeatMs) return
    this.sentAt = this.now()
    this.timer?.refresh()
    try {
      this.updateCount(
        countSchema.parse(
          await this.redis.eval(heartbeatScript, [registerKey], [this.id, expiryMs]),
        ),
      )
      this.hasFailed = false
    } catch (error) {
      this.lower = undefined
      const reason = error instanceof Error ? truncate(error.message, 200) : String(error)
      if (!this.hasFailed)
        console.warn(
          `rate limits: this process could not tell the others that it is there (${reason})`,
        )
      this.hasFailed = true
    }
  }

  /**
   * Accepts a higher count at once. Accepts a lower count only after `idleMs`, so that the other
   * processes can register again after Redis lost its data or was unavailable.
   */
  private updateCount(processes: number): void {
    const since = this.lower?.since ?? this.now()
    this.lower =
      processes < this.known
        ? { processes: Math.max(processes, this.lower?.processes ?? 0), since }
        : undefined
    if (processes > this.known) this.known = processes
    if (!this.lower || this.now() - since < idleMs) return
    this.known = this.lower.processes
    this.lower = undefined
  }
}
