/**
 * Shares invalidations of pages between processes through a Redis stream.
 *
 * Before a page is served, the stream is read to its end (`catchUp`). A client that waits for a
 * write to be acknowledged therefore sees its effect, whichever process responds. While Redis is
 * unavailable, each process continues alone and clears its pages after every failed retry.
 */
import { createClient } from '@redis/client'
import { coalesce } from '@/lib/concurrency/coalesce'
import { withTimeout as withTimeLimit } from '@/lib/concurrency/with-timeout'
import { truncate } from '@/lib/text/truncate'

/** Milliseconds that a request waits for Redis. Giving up may serve a stale page. */
const waitMsMax = 1_000
/** Milliseconds between retries. With `waitMsMax`, this keeps pages less than 5 s old. */
const pauseMs = 3_500

const withTimeout = <T>(result: Promise<T>) => withTimeLimit(result, waitMsMax)

const log = 'afterword:purges'
const logLengthMax = 10_000
const atOnceMax = 1_000

/** Receives the invalidations from the log. */
export type InvalidationListener = {
  invalidated: (tags: string[]) => void
  /** Called when invalidations may have been missed: no cached page may be served. */
  missed: () => void
  /** A tag that every page has. */
  everything: string
}

export class InvalidationLog {
  readonly #redis
  #lastId = '-'
  /** Waits for the next query, because a running one may have missed a recent invalidation. */
  readonly #readNext = coalesce(async () => {
    // The previous query found Redis unavailable. Another one would only delay its callers.
    if (!this.#isUnavailable) await this.#read()
  })
  /** Redis is unavailable, and a retry is scheduled. */
  #isUnavailable = false
  #retry: NodeJS.Timeout | undefined
  /** Invalidations may be lost, so all pages are invalidated once Redis is available again. */
  #mustInvalidateAll = false

  constructor(
    url: string,
    private readonly listener: InvalidationListener,
  ) {
    this.#redis = createClient({
      url,
      disableOfflineQueue: true,
      socket: { connectTimeout: 1_000, reconnectStrategy: 500 },
    })
    // A reconnecting client emits an error for each failed attempt.
    this.#redis.on('error', this.#fail)
  }

  /** Resolves when it has connected and read the log, or when Redis turns out to be unavailable. */
  async start(): Promise<void> {
    const connected = this.#redis.connect()
    connected.catch(this.#fail)
    await withTimeout(connected).catch(this.#fail)
    await this.catchUp()
  }

  stop(): void {
    clearTimeout(this.#retry)
    this.#redis.destroy()
  }

  /** Resolves when all invalidations acknowledged before are known, or Redis is unavailable. */
  catchUp(): Promise<void> {
    if (this.#isUnavailable) return Promise.resolve()
    return this.#readNext('', undefined)
  }

  /**
   * Resolves when each process that catches up afterwards, including this one, invalidates `tags`.
   */
  async publish(tags: string[]): Promise<void> {
    if (this.#isUnavailable) return this.listener.missed()
    try {
      await this.#add(tags)
      await this.catchUp()
    } catch (error) {
      this.#fail(error)
    }
  }

  #add(tags: string[]): Promise<string> {
    const threshold = {
      strategy: 'MAXLEN',
      strategyModifier: '~',
      threshold: logLengthMax,
    } as const
    return withTimeout(this.#redis.xAdd(log, '*', { tags: tags.join(',') }, { TRIM: threshold }))
  }

  async #read(): Promise<void> {
    try {
      if (this.#mustInvalidateAll) {
        await this.#add([this.listener.everything])
        this.#mustInvalidateAll = false
        // Redis may have lost the log, so read it from its beginning.
        this.#lastId = '-'
      }
      while ((await this.#readEntries()) === atOnceMax);
      if (this.#isUnavailable) console.warn('shared pages: Redis is available again')
      this.#isUnavailable = false
    } catch (error) {
      if (this.#isUnavailable) this.#pause()
      else this.#fail(error)
    }
  }

  async #readEntries(): Promise<number> {
    const entries =
      (await withTimeout(this.#redis.xRange(log, this.#lastId, '+', { COUNT: atOnceMax }))) ?? []
    // An idle process that is this far behind may have missed entries that were trimmed.
    if (entries.length === atOnceMax) this.listener.missed()
    for (const { id, message } of entries) {
      this.#lastId = `(${id}`
      this.listener.invalidated(message.tags?.split(',') ?? [])
    }
    return entries.length
  }

  readonly #fail = (error: unknown): void => {
    if (this.#isUnavailable) return
    this.#isUnavailable = true
    const reason = error instanceof Error ? error.message || error.name : String(error)
    console.warn(
      `shared pages: Redis is unavailable, this process continues alone (${truncate(reason, 200)})`,
    )
    this.#pause()
  }

  #pause(): void {
    this.#mustInvalidateAll = true
    this.listener.missed()
    // Other processes wait for the pending invalidation, even if this process gets no requests.
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.#read(), pauseMs).unref()
  }
}
