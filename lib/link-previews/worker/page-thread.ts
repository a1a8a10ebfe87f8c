/**
 * A worker thread for third-party pages. Parsing and the garbage collection that follows would
 * block the server's main thread. Only the custom server uses it, because a bundler does not find
 * the worker's module.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Semaphore } from '@/lib/concurrency/semaphore'
import type { Extraction } from '@/lib/link-previews/extract/extract-link-preview'
import { type OfferedPageThread, shared, type UntrustedPage } from './extract-off-thread'

/** Megabytes: every hostile page of the tests is read with 24 and 8. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }

/** The thread is terminated a minute after its last page, to free its memory. */
const idleMs = 60_000

/** The time limit of a page. The worst known page takes 0.2 s on an idle machine. */
const stuckMs = 10_000

/**
 * Runs a worker thread that reads one page at a time. If a page crashes the thread or takes too
 * long, only that page fails, and the next one starts a new thread.
 */
export class PageThread implements OfferedPageThread {
  readonly #entry: URL
  readonly #stuckMs: number
  readonly #slot = new Semaphore(1)
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  /** @param options.entry the module that responds to an `UntrustedPage` with an `Extraction` */
  constructor(options: { entry?: URL; stuckMs?: number } = {}) {
    this.#entry = options.entry ?? new URL('page-thread-entry.mjs', import.meta.url)
    this.#stuckMs = options.stuckMs ?? stuckMs
  }

  /** Starts the thread while the first page is being fetched, which takes at least as long. */
  prepare(): void {
    this.#start()
    this.#endWhenIdle()
  }

  /** Reads a page in the thread once it is free. @throws the signal's reason if aborted before */
  read(page: UntrustedPage, signal?: AbortSignal): Promise<Extraction> {
    return this.#slot.run(signal, async () => {
      const worker = this.#start()
      clearTimeout(this.#idle)
      worker.ref()
      try {
        const extraction = once(worker, 'message', { signal: AbortSignal.timeout(this.#stuckMs) })
        worker.postMessage(page)
        return (await extraction)[0]
      } catch (error) {
        console.warn('The thread that reads pages failed.', error)
        this.#end(worker)
        throw error
      } finally {
        // An idle thread must not keep the process running.
        worker.unref()
        this.#endWhenIdle()
      }
    })
  }

  #start(): Worker {
    if (this.#worker) return this.#worker
    // The thread reads untrusted input, so it gets no environment variables.
    const worker = new Worker(this.#entry, { resourceLimits, env: {}, execArgv: [], name: 'pages' })
    worker.unref()
    worker.on('error', () => this.#end(worker))
    this.#worker = worker
    return worker
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.#end(this.#worker), idleMs).unref()
  }

  #end(worker: Worker | undefined): void {
    void worker?.terminate()
    if (worker === this.#worker) this.#worker = undefined
  }
}

/** Starts reading third-party pages in a worker thread. */
export function startPageThread(): void {
  shared.afterwordPageThread = new PageThread()
}
