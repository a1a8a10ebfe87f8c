import { waitFor } from './wait-for'

/** Limits the number of concurrent callers to `limit`; the rest queue in FIFO order. */
export class Semaphore {
  #held = 0
  readonly #queue: (() => void)[] = []

  constructor(readonly limit: number) {}

  /**
   * Runs `work` while holding a permit.
   * @throws the signal's reason if it is aborted before the permit is granted
   */
  async run<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted()
    if (this.#held < this.limit) this.#held++
    else await this.#waitForPermit(signal)
    try {
      return await work()
    } finally {
      this.#release()
    }
  }

  async #waitForPermit(signal: AbortSignal | undefined): Promise<void> {
    const permit = new Promise<void>((resolve) => this.#queue.push(resolve))
    try {
      await (signal ? waitFor(permit, signal) : permit)
    } catch (error) {
      // An aborted caller stays in the queue and passes its permit on.
      void permit.then(() => this.#release())
      throw error
    }
  }

  /** Passes a permit to the first in the queue, so that no later caller can overtake. */
  #release(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#held--
  }
}
