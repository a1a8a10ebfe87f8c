import { waitFor } from './wait-for'

type Run<Result> = { result: Promise<Result>; waiting: number; abandon: AbortController }

/** Work that is done once for all who ask for the same meanwhile, and is broken off once none of them waits for it any more. */
export class SingleFlight<Result> {
  readonly #underWay = new Map<string, Run<Result>>()

  constructor(readonly work: (key: string, signal: AbortSignal) => Promise<Result>) {}

  /**
   * Begins the work, or joins who began it.
   * @param signal says that who asks has gone; without one he waits to the end
   * @throws as the work does; the signal's reason once it is aborted
   */
  async ask(key: string, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted()
    const run = this.#underWay.get(key) ?? this.#begin(key)
    run.waiting++
    if (!signal) return run.result
    const leave = () => {
      if (--run.waiting > 0) return
      this.#forget(key, run)
      run.abandon.abort(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await waitFor(run.result, signal)
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  #begin(key: string): Run<Result> {
    const abandon = new AbortController()
    const run: Run<Result> = { result: this.work(key, abandon.signal), waiting: 0, abandon }
    this.#underWay.set(key, run)
    const end = () => this.#forget(key, run)
    // Of work that is broken off nobody is left to be told how it ended.
    run.result.then(end, end)
    return run
  }

  #forget(key: string, run: Run<Result>): void {
    if (this.#underWay.get(key) === run) this.#underWay.delete(key)
  }
}
