/**
 * A thread for strangers' pages. The server's own would do nothing else while it reads one of them, and would clear away what
 * that leaves behind: V8 stops a thread for it. (For our own entry alone: a bundler does not see what it starts.)
 */
import { Worker } from 'node:worker_threads'
import { Semaphore } from '@/lib/concurrency/semaphore'
import type { Extraction } from '@/lib/link-previews/extract/extract-link-preview'
import { offerPageThread, type Reading, type StrangersPage } from './offered-page-thread'

/** Megabytes: several times what all pages that are let in take as text, two bytes a character. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

/** Bytes. A page that has more waits for a place; all that have less, and are read at once (64), are text of 16 MB. */
const largeBytes = 131_072

/** Text of 32 MB. */
const largePagesMax = 16

/** A minute after the last page the thread and its memory are given back. */
const idleMs = 60_000

/** Each page takes a part of a second, one after the other: where none comes to its end, none will. */
const stuckMs = 10_000

export type ThreadTask = StrangersPage & { id: number }

/** A page, or that nobody waits for one any more. */
export type ThreadMessage = ThreadTask | { unwanted: number }

export type ThreadAnswer = { id: number; extraction: Extraction } | { id: number; error: unknown }

type Reader = { resolve: (reading: Reading) => void; reject: (error: unknown) => void }

/** Begins with the first page, or before it. Whatever ends it, memory or time, is the end of the pages that it had; the next one gets a new thread. */
export class PageThread {
  readonly #entry: URL
  readonly #stuckMs: number
  readonly #readers = new Map<number, Reader>()
  readonly #largePlaces = new Semaphore(largePagesMax)
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #pages = 0

  /** @param options.entry the module that answers pages with `ThreadAnswer` */
  constructor(options: { entry?: URL; stuckMs?: number } = {}) {
    this.#entry = options.entry ?? new URL('page-thread-entry.mjs', import.meta.url)
    this.#stuckMs = options.stuckMs ?? stuckMs
  }

  /** Begins while the first page is still being fetched: that takes as long as a thread's start, or longer. */
  prepare(): void {
    this.#worker ??= this.#start()
    if (this.#readers.size === 0) this.#watch()
  }

  /**
   * Has the thread read a page, whose bytes are its own from then on.
   * @param signal says that nobody waits for it any more: the thread leaves off where it is, and turns to those that are wanted
   * @throws the signal's reason; what the reading itself throws
   */
  read(page: StrangersPage, signal?: AbortSignal): Promise<Reading> {
    const isLarge = page.bytes.byteLength > largeBytes
    return isLarge
      ? this.#largePlaces.hold(signal, () => this.#send(page, signal))
      : this.#send(page, signal)
  }

  async #send(page: StrangersPage, signal: AbortSignal | undefined): Promise<Reading> {
    signal?.throwIfAborted()
    this.#worker ??= this.#start()
    const worker = this.#worker
    const task: ThreadTask = { ...page, id: this.#pages++ }
    const { buffer, byteLength } = page.bytes
    // A large page goes over as it is, a small one shares its memory with others.
    worker.postMessage(
      task,
      buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
    )
    worker.ref()
    const reading = new Promise<Reading>((resolve, reject) => {
      this.#readers.set(task.id, { resolve, reject })
    })
    if (this.#readers.size === 1) this.#watch()
    const leave = () => worker.postMessage({ unwanted: task.id } satisfies ThreadMessage)
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await reading
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  #start(): Worker {
    // It reads what strangers wrote: it knows no secret.
    const worker = new Worker(this.#entry, { resourceLimits, env: {}, execArgv: [], name: 'pages' })
    worker.on('message', (answer: ThreadAnswer) => this.#settle(worker, answer))
    worker.once('error', (error) => this.#endWith(worker, 'ended', error))
    worker.once('exit', () => this.#endWith(worker, 'ended'))
    return worker
  }

  #settle(worker: Worker, answer: ThreadAnswer): void {
    // The last word of one that was ended.
    if (worker !== this.#worker) return
    const reader = this.#readers.get(answer.id)
    this.#readers.delete(answer.id)
    if ('error' in answer) reader?.reject(answer.error)
    else reader?.resolve({ extraction: answer.extraction })
    this.#watch()
  }

  /** Waits for the next answer, or for the next page. */
  #watch(): void {
    clearTimeout(this.#timer)
    const worker = this.#worker
    if (!worker) return
    const isIdle = this.#readers.size === 0
    // A thread without a page keeps no process from ending.
    if (isIdle) worker.unref()
    this.#timer = setTimeout(
      () => this.#endWith(worker, 'stuck'),
      isIdle ? idleMs : this.#stuckMs,
    ).unref()
  }

  #endWith(worker: Worker, failed: 'ended' | 'stuck', error?: Error): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    clearTimeout(this.#timer)
    void worker.terminate()
    const { size } = this.#readers
    if (size > 0)
      console.warn(
        `The thread that reads pages ${failed === 'stuck' ? 'was stuck' : failed} with ${size} underway.`,
        error,
      )
    for (const { resolve } of this.#readers.values()) resolve({ failed, amongOthers: size > 1 })
    this.#readers.clear()
  }
}

/** From now on strangers' pages are read by a thread of their own. */
export function startPageThread(): void {
  offerPageThread(new PageThread())
}
