/**
 * What several processes know of each other's pages, in Redis: a log of purges, and the pages themselves, so that one
 * that has just started need not make them anew.
 *
 * The log is a stream. Its ids are the one clock that all processes share: a page is stamped with the last purge that
 * was known when its render began, and counts as long as no later one names a tag of it. No machine's own clock is
 * compared with another's.
 *
 * Before a page is answered, the log is read to its end (`catchUp`): whoever asks after a purge was acknowledged sees what
 * it was for, whichever process he asks. While Redis is away each process goes on by itself, and forgets its pages
 * whenever it has tried again in vain.
 */
import { deserialize, serialize } from 'node:v8'
import { createClient, RESP_TYPES } from '@redis/client'
import { withTimeout as answerWithin } from '@/lib/concurrency/with-timeout'
import { truncate } from '@/lib/text/truncate'
import { type Entry, everything, type Position, pageEntry } from './page-entry'

/** How long one request may wait for Redis. Longer than a limit does, for here an answer too few is an old page. */
const waitMsMax = 1_000
/** How long Redis is left alone after it failed. */
const pauseMs = 5_000
/** A page that Next would never make anew is made anew once a day all the same. */
const keptSecondsMax = 86_400

const withTimeout = <T>(answer: Promise<T>) => answerWithin(answer, waitMsMax)

const log = 'afterword:purges'
/** So many purges are kept. A page stamped before the oldest of them is made anew by a process that starts. */
const logLengthMax = 10_000
const atOnceMax = 1_000

/** What a process does with what it hears. */
export type Hearer = {
  /** These tags were purged, as of this place in the log. */
  purged: (tags: string[], position: Position) => void
  /** It is not known what was purged: nothing that is kept may be answered any more. */
  lost: () => void
}

export class SharedPages {
  readonly #redis
  #lastId = '-'
  /** Pages stamped before it may have been purged by what the log does not hold any more. */
  #horizon: Position | undefined
  #asking = Promise.resolve()
  #next: Promise<void> | undefined
  #pausedUntil = 0
  #retry: NodeJS.Timeout | undefined
  /** What this process purged, or was to hear, may not have come through: all pages go once Redis is back. */
  #owesPurge = false

  constructor(
    url: string,
    /** Pages of another build name other scripts and styles. */
    private readonly buildId: string,
    private readonly hearer: Hearer,
    private readonly now = () => performance.now(),
  ) {
    this.#redis = createClient({
      url,
      disableOfflineQueue: true,
      socket: { connectTimeout: 1_000, reconnectStrategy: 500 },
    })
    this.#redis.on('error', (error: unknown) => this.#fail(error))
  }

  /** Resolves when it is connected and has read the log, or has found that Redis is away. */
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

  /** Resolves when all is heard that was purged, and acknowledged, before this call; at once while Redis is away. */
  catchUp(): Promise<void> {
    if (this.#pausedUntil !== 0) {
      if (this.now() >= this.#pausedUntil) this.#tryAgain()
      return Promise.resolve()
    }
    // A question under way may have been answered before a purge that came before this call: it takes the next one.
    this.#next ??= this.#asking.then(() => {
      this.#next = undefined
      // The question before it has found that Redis is away: asking it too would only make who waits wait twice.
      if (this.#pausedUntil !== 0) return undefined
      this.#asking = this.#read()
      return this.#asking
    })
    return this.#next
  }

  /** Resolves when every process that catches up from now on hears of it, this one included. */
  async publish(tags: string[]): Promise<void> {
    if (this.#pausedUntil !== 0) {
      this.hearer.lost()
      return this.catchUp()
    }
    try {
      await this.#add(tags)
      await this.catchUp()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** A page that this or another process made, if it may still count. */
  async load(key: string): Promise<Entry | undefined> {
    if (this.#pausedUntil !== 0) return undefined
    try {
      const bytes = await withTimeout(
        this.#redis.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).get(this.#nameOf(key)),
      )
      const parsed = bytes ? pageEntry.safeParse(deserialize(bytes)) : undefined
      const isKnown =
        parsed?.success && this.#horizon !== undefined && parsed.data.position >= this.#horizon
      return isKnown ? parsed.data : undefined
    } catch (error) {
      this.#fail(error)
      return undefined
    }
  }

  /** Keeps a page for the others. Nobody waits for it. */
  store(key: string, entry: Entry): void {
    if (this.#pausedUntil !== 0) return
    const revalidate = entry.cacheControl?.revalidate
    const seconds = Math.max(
      1,
      Math.min(keptSecondsMax, typeof revalidate === 'number' ? revalidate : keptSecondsMax),
    )
    withTimeout(
      this.#redis.set(this.#nameOf(key), serialize(entry), {
        expiration: { type: 'EX', value: seconds },
      }),
    ).catch(this.#fail)
  }

  #nameOf(key: string): string {
    return `afterword:page:${this.buildId}:${key}`
  }

  #add(tags: string[]): Promise<string> {
    const threshold = {
      strategy: 'MAXLEN',
      strategyModifier: '~',
      threshold: logLengthMax,
    } as const
    return withTimeout(this.#redis.xAdd(log, '*', { tags: tags.join(',') }, { TRIM: threshold }))
  }

  /** Hears what the log holds since the last time. It never rejects. */
  async #read(): Promise<void> {
    try {
      if (this.#owesPurge || this.#horizon === undefined) await this.#begin()
      for (let heard = atOnceMax; heard === atOnceMax; ) heard = await this.#hear()
      if (this.#pausedUntil !== 0) console.warn('shared pages: Redis is back')
      this.#pausedUntil = 0
      clearTimeout(this.#retry)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** An empty log begins with an entry, so that every page has a place in it; one that was lost begins anew. */
  async #begin(): Promise<void> {
    const isEmpty = (await withTimeout(this.#redis.xLen(log))) === 0
    if (isEmpty || this.#owesPurge) await this.#add(this.#owesPurge ? [everything] : [])
    this.#owesPurge = false
    this.#lastId = '-'
    this.#horizon = undefined
  }

  async #hear(): Promise<number> {
    const entries =
      (await withTimeout(this.#redis.xRange(log, this.#lastId, '+', { COUNT: atOnceMax }))) ?? []
    // Where it is so much, what came before it may be kept no longer: who was not asked for long would miss that without a word.
    if (entries.length === atOnceMax && (await this.#wasTrimmed())) {
      this.hearer.lost()
      this.#horizon = undefined
    }
    for (const { id, message } of entries) {
      const position = positionOf(id)
      this.#horizon ??= position
      this.#lastId = `(${id}`
      this.hearer.purged(message.tags?.split(',') ?? [], position)
    }
    return entries.length
  }

  /** Whether the log begins after what was last heard of it. */
  async #wasTrimmed(): Promise<boolean> {
    const [oldest] = (await withTimeout(this.#redis.xRange(log, '-', '+', { COUNT: 1 }))) ?? []
    return (
      this.#lastId !== '-' &&
      oldest !== undefined &&
      positionOf(oldest.id) > positionOf(this.#lastId.slice(1))
    )
  }

  readonly #fail = (error: unknown): void => {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    if (this.#pausedUntil === 0)
      console.warn(
        `shared pages: Redis is away, this process goes on by itself (${truncate(reason, 200)})`,
      )
    // A client that connects again and again says each time that it could not.
    else if (this.now() < this.#pausedUntil) return
    this.#pause()
  }

  #pause(): void {
    this.#pausedUntil = this.now() + pauseMs
    this.#owesPurge = true
    this.hearer.lost()
    // The others wait for the purge that this one owes them, also where nobody asks it for a page.
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#tryAgain(), pauseMs).unref()
  }

  #tryAgain(): void {
    this.#pause()
    void this.#read()
  }
}

/** A stream's id is a time in milliseconds and a number among those of the same one. */
function positionOf(id: string): Position {
  const [milliseconds = '0', number = '0'] = id.split('-')
  return (BigInt(milliseconds) << 32n) + BigInt(number)
}
