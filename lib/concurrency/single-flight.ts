import { waitFor } from './wait-for'

type Run<Result> = { result: Promise<Result>; waiting: number; abandon: AbortController }

/** Runs work once for concurrent callers with the same key. Aborts it when none waits. */
export class SingleFlight<Result> {
  readonly #running = new Map<string, Run<Result>>()

  constructor(readonly work: (key: string, signal: AbortSignal) => Promise<Result>) {}

  /**
   * Starts the work, or joins a run that is in progress.
   * @param signal aborts the caller's wait; without one, the caller waits until the work ends
   * @throws as the work does; the signal's reason once it is aborted
   */
  async ask(key: string, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted()
    const run = this.#running.get(key) ?? this.#start(key)
    run.waiting++
    if (!signal) return run.result
    const leave = () => {
      if (--run.waiting > 0) return
      this.#remove(key, run)
      run.abandon.abort(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await waitFor(run.result, signal)
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  #start(key: string): Run<Result> {
    const abandon = new AbortController()
    const run: Run<Result> = { result: this.work(key, abandon.signal), waiting: 0, abandon }
    this.#running.set(key, run)
    const end = () => this.#remove(key, run)
    // Handles the rejection of aborted work, which no caller awaits any more.
    run.result.then(end, end)
    return run
  }

  #remove(key: string, run: Run<Result>): void {
    if (this.#running.get(key) === run) this.#running.delete(key)
  }
}
