/**
 * A thread for strangers' pages. The server's own would do nothing else while it reads one of them, and would clear away what
 * that leaves behind: V8 stops a thread for it. (For our own entry alone: a bundler does not see what it starts.)
 */
import { Worker } from 'node:worker_threads'
import type { Extraction } from './extract-link-preview'
import { offerPageThread, type StrangersPage } from './offered-page-thread'
import { targetTooSlow, targetUnreachable } from './target-errors'

/** Megabytes. 32 pages of a megabyte, the most that are fetched at once, are text of 64. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

/** A minute after the last page the thread and its memory are given back. */
const idleMs = 60_000

/** Each page takes a part of a second, one after the other: where none comes to its end, none will. */
const stuckMs = 10_000

export type ThreadTask = StrangersPage & { id: number }

export type ThreadAnswer = { id: number; extraction: Extraction } | { id: number; error: unknown }

type Reader = { resolve: (extraction: Extraction) => void; reject: (error: unknown) => void }

/**
 * Begins with the first page. Whatever ends it, memory or time, is an error for the pages that it had; the next one gets a new
 * thread.
 */
export class PageThread {
  readonly #entry: URL
  readonly #stuckMs: number
  readonly #readers = new Map<number, Reader>()
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #pages = 0

  /** @param options.entry the module that answers pages with `ThreadAnswer` */
  constructor(options: { entry?: URL; stuckMs?: number } = {}) {
    this.#entry = options.entry ?? new URL('page-thread-entry.mjs', import.meta.url)
    this.#stuckMs = options.stuckMs ?? stuckMs
  }

  /**
   * Has the thread read a page, whose bytes are its own from then on.
   * @throws AppError `target-too-slow` where it was stuck, in this page or another; `target-unreachable` where it ended
   */
  async read(page: StrangersPage): Promise<Extraction> {
    this.#worker ??= this.#start()
    const id = this.#pages++
    const extraction = new Promise<Extraction>((resolve, reject) => {
      this.#readers.set(id, { resolve, reject })
    })
    this.#worker.ref()
    if (this.#readers.size === 1) this.#watch()
    const { buffer, byteLength } = page.bytes
    // A large page goes over as it is, a small one shares its memory with others.
    const task: ThreadTask = { ...page, id }
    this.#worker.postMessage(task, buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [])
    return extraction
  }

  #start(): Worker {
    // It reads what strangers wrote: it knows no secret.
    const worker = new Worker(this.#entry, { resourceLimits, env: {}, execArgv: [], name: 'pages' })
    worker.on('message', (answer: ThreadAnswer) => this.#settle(answer))
    worker.once('error', (error) => this.#endWith(worker, targetUnreachable(error)))
    worker.once('exit', () => this.#endWith(worker, targetUnreachable()))
    return worker
  }

  #settle(answer: ThreadAnswer): void {
    const reader = this.#readers.get(answer.id)
    this.#readers.delete(answer.id)
    if ('error' in answer) reader?.reject(answer.error)
    else reader?.resolve(answer.extraction)
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
    this.#timer = setTimeout(() => this.#endWith(worker, targetTooSlow()), isIdle ? idleMs : this.#stuckMs).unref()
  }

  #endWith(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    clearTimeout(this.#timer)
    void worker.terminate()
    if (this.#readers.size > 0) console.warn(`The thread that reads pages ended with ${this.#readers.size} underway.`, error)
    for (const { reject } of this.#readers.values()) reject(error)
    this.#readers.clear()
  }
}

/** From now on strangers' pages are read by a thread of their own. */
export function startPageThread(): void {
  const thread = new PageThread()
  offerPageThread((page) => thread.read(page))
}
