/**
 * A worker thread for third-party pages. Parsing and the garbage collection that follows would
 * block the server's main thread. Only the custom server uses it, because a bundler does not find
 * the worker's module.
 */
import { Worker } from 'node:worker_threads'
import { Semaphore } from '@/lib/concurrency/semaphore'
import type { Extraction } from '@/lib/link-previews/extract/extract-link-preview'
import { offerPageThread, type Reading, type UntrustedPage } from './offered-page-thread'

/**
 * Megabytes: several times the memory of all accepted pages as text, at two bytes per character.
 */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

/**
 * Bytes. Larger pages wait for a slot. The 64 smaller pages that may be read at once are at most 16
 * MB of text.
 */
const largeBytes = 131_072

/** At most 32 MB of text. */
const largePagesMax = 16

/** The thread is terminated a minute after its last page, to free its memory. */
const idleMs = 60_000

/**
 * The time without any result after which the thread counts as stuck. A page takes a fraction of a
 * second.
 */
const stuckMs = 10_000

export type ThreadTask = UntrustedPage & { id: number }

/** A page to read, or the id of one that is no longer wanted. */
export type ThreadMessage = ThreadTask | { unwanted: number }

export type ThreadResponse = { id: number; extraction: Extraction } | { id: number; error: unknown }

type Reader = { resolve: (reading: Reading) => void; reject: (error: unknown) => void }

/**
 * Runs a worker thread, started for the first page or before it. When the thread runs out of memory
 * or time, all its pages fail, and the next page starts a new thread.
 */
export class PageThread {
  readonly #entry: URL
  readonly #stuckMs: number
  readonly #readers = new Map<number, Reader>()
  readonly #largePageSlots = new Semaphore(largePagesMax)
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #pages = 0

  /** @param options.entry the module that responds to pages with `ThreadResponse` */
  constructor(options: { entry?: URL; stuckMs?: number } = {}) {
    this.#entry = options.entry ?? new URL('page-thread-entry.mjs', import.meta.url)
    this.#stuckMs = options.stuckMs ?? stuckMs
  }

  /**
   * Starts the thread while the first page is still being fetched, which takes at least as long.
   */
  prepare(): void {
    this.#worker ??= this.#start()
    if (this.#readers.size === 0) this.#watch()
  }

  /**
   * Makes the thread read a page, and may transfer its bytes to the thread.
   * @param signal aborted when the page is no longer wanted; the thread then stops reading it
   * @throws the signal's reason; errors of the extraction
   */
  read(page: UntrustedPage, signal?: AbortSignal): Promise<Reading> {
    const isLarge = page.bytes.byteLength > largeBytes
    return isLarge
      ? this.#largePageSlots.hold(signal, () => this.#send(page, signal))
      : this.#send(page, signal)
  }

  async #send(page: UntrustedPage, signal: AbortSignal | undefined): Promise<Reading> {
    signal?.throwIfAborted()
    this.#worker ??= this.#start()
    const worker = this.#worker
    const task: ThreadTask = { ...page, id: this.#pages++ }
    const { buffer, byteLength } = page.bytes
    // Transfer a large page without copying. A small one shares its buffer with others.
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
    // The thread reads untrusted input, so it gets no environment variables.
    const worker = new Worker(this.#entry, { resourceLimits, env: {}, execArgv: [], name: 'pages' })
    worker.on('message', (answer: ThreadResponse) => this.#settle(worker, answer))
    worker.once('error', (error) => this.#endWith(worker, 'ended', error))
    worker.once('exit', () => this.#endWith(worker, 'ended'))
    return worker
  }

  #settle(worker: Worker, answer: ThreadResponse): void {
    // A late message from a terminated thread.
    if (worker !== this.#worker) return
    const reader = this.#readers.get(answer.id)
    this.#readers.delete(answer.id)
    if ('error' in answer) reader?.reject(answer.error)
    else reader?.resolve({ extraction: answer.extraction })
    this.#watch()
  }

  /** Sets the timeout for the next result, or for the next page when idle. */
  #watch(): void {
    clearTimeout(this.#timer)
    const worker = this.#worker
    if (!worker) return
    const isIdle = this.#readers.size === 0
    // An idle thread must not keep the process running.
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
        `The thread that reads pages ${failed === 'stuck' ? 'was stuck' : failed} with ` +
          `${size} underway.`,
        error,
      )
    for (const { resolve } of this.#readers.values()) resolve({ failed, amongOthers: size > 1 })
    this.#readers.clear()
  }
}

/** Starts reading third-party pages in a worker thread. */
export function startPageThread(): void {
  offerPageThread(new PageThread())
}
