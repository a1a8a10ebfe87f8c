import 'server-only'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { truncate } from '@/lib/text/truncate'
import { type RestConnection, redisOverRest } from './redis-over-rest'

/** A sorted set: an id for each process, and when it was last heard of, in milliseconds of Redis's clock. */
export const registerKey = 'afterword:processes'

/** A process that is asked something says that often that it is there, */
const saidEveryMs = 10_000
/** and one that is asked nothing. */
const idleMs = 20_000
/** After that it is counted no more. */
const forgottenAfterMs = 60_000

const sayScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])
`

const heard = z.number().int().positive()

/**
 * Who shares the limits: each process says in Redis that it is there, and hears how many there are. Nobody waits for that, and where it
 * fails, the number it heard last stands.
 */
export class InstanceRegistry {
  private readonly id = randomUUID()
  /** Not the one that limits are asked by: a client makes one request of what is asked at the same time. */
  private readonly redis
  /** Who was told nothing yet takes himself for one of two. */
  private known = 2
  /** The most it was told lately, where that was always less than is known. */
  private fewer: { processes: number; since: number } | undefined
  private saidAt = Number.NEGATIVE_INFINITY
  private isUnheard = false
  private timer: NodeJS.Timeout | undefined

  /** @param now milliseconds of a clock that never goes back */
  constructor(
    connection: RestConnection,
    private readonly now = () => performance.now(),
  ) {
    this.redis = redisOverRest(connection, saidEveryMs / 2)
  }

  /** How many processes there are, this one among them, as far as it knows; too many rather than too few. */
  get processes(): number {
    return this.known
  }

  /** Says it now, and from time to time from now on, whether it is asked anything or not: else the others would take it for gone. */
  keepSaying(): void {
    void this.say()
    this.timer ??= setInterval(() => void this.say(), idleMs).unref()
  }

  /** Says it where it was not said lately. It never throws. */
  async say(): Promise<void> {
    if (this.now() - this.saidAt < saidEveryMs) return
    this.saidAt = this.now()
    this.timer?.refresh()
    try {
      this.hear(
        heard.parse(await this.redis.eval(sayScript, [registerKey], [this.id, forgottenAfterMs])),
      )
      this.isUnheard = false
    } catch (error) {
      this.fewer = undefined
      const reason = error instanceof Error ? truncate(error.message, 200) : String(error)
      if (!this.isUnheard)
        console.warn(
          `rate limits: this process could not tell the others that it is there (${reason})`,
        )
      this.isUnheard = true
    }
  }

  /** More are believed at once; fewer when it was so for as long as others take to say that they are there, after Redis forgot or was away. */
  private hear(processes: number): void {
    const since = this.fewer?.since ?? this.now()
    this.fewer =
      processes < this.known
        ? { processes: Math.max(processes, this.fewer?.processes ?? 0), since }
        : undefined
    if (processes > this.known) this.known = processes
    if (!this.fewer || this.now() - since < idleMs) return
    this.known = this.fewer.processes
    this.fewer = undefined
  }
}
