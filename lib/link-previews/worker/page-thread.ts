/**
 * A worker thread for third-party pages. Parsing and the garbage collection that follows would
 * block the server's main thread. Only the custom server uses it, because a bundler does not find
 * the worker's module.
 */
import { Worker } from 'node:worker_threads'
import { Semaphore } from '@/lib/concurrency/semaphore'
import { offerPageThread, type Reading, type UntrustedPage } from './extract-off-thread'

/** Megabytes: many times the memory of one page as text, at two bytes per character. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

/** The thread is terminated a minute after its last page, to free its memory. */
const idleMs = 60_000

/** The time after which a page counts as stuck. The worst known one takes 0.2 s when idle. */
const stuckMs = 10_000

/**
 * Runs a worker thread that reads one page at a time. It starts for the first page or before it.
 * If a page ends the thread or is stuck, only that page fails. The next one starts a new thread.
 */
export class PageThread {
  readonly #entry: URL
  readonly #stuckMs: number
  readonly #turns = new Semaphore(1)
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #settle: ((reading: Reading) => void) | undefined

  /** @param options.entry the module that responds to an `UntrustedPage` with a `Reading` */
  constructor(options: { entry?: URL; stuckMs?: number } = {}) {
    this.#entry = options.entry ?? new URL('page-thread-entry.mjs', import.meta.url)
    this.#stuckMs = options.stuckMs ?? stuckMs
  }

  /** Starts the thread while the first page is being fetched, which takes at least as long. */
  prepare(): void {
    this.#worker ??= this.#start()
    if (!this.#settle) this.#rest(this.#worker)
  }

  /** Makes the thread read a page once it is free. @throws the signal's reason before that */
  read(page: UntrustedPage, signal?: AbortSignal): Promise<Reading> {
    return this.#turns.hold(signal, async () => {
      this.#worker ??= this.#start()
      const worker = this.#worker
      worker.postMessage(page)
      worker.ref()
      this.#endAfter(worker, this.#stuckMs)
      return new Promise((resolve) => {
        this.#settle = resolve
      })
    })
  }

  #start(): Worker {
    // The thread reads untrusted input, so it gets no environment variables.
    const worker = new Worker(this.#entry, { resourceLimits, env: {}, execArgv: [], name: 'pages' })
    worker.on('message', (reading: Reading) => {
      // A late message from a terminated thread.
      if (worker !== this.#worker) return
      this.#rest(worker)
      this.#finish(reading)
    })
    worker.once('error', (error) => this.#end(worker, 'ended', error))
    worker.once('exit', () => this.#end(worker, 'ended'))
    return worker
  }

  #rest(worker: Worker): void {
    // An idle thread must not keep the process running.
    worker.unref()
    this.#endAfter(worker, idleMs)
  }

  #endAfter(worker: Worker, ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(worker, 'stuck'), ms).unref()
  }

  #end(worker: Worker, failed: 'ended' | 'stuck', error?: Error): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    clearTimeout(this.#timer)
    void worker.terminate()
    if (this.#settle)
      console.warn(
        `The thread that reads pages ${failed === 'stuck' ? 'was stuck' : failed}.`,
        error,
      )
    this.#finish({ failed })
  }

  #finish(reading: Reading): void {
    this.#settle?.(reading)
    this.#settle = undefined
  }
}

/** Starts reading third-party pages in a worker thread. */
export function startPageThread(): void {
  offerPageThread(new PageThread())
}
