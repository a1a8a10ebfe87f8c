import { waitFor } from './wait-for'

/** Lets at most `limit` callers hold the semaphore at once; the rest queue in FIFO order. */
export class Semaphore {
  #held = 0
  readonly #queue: (() => void)[] = []

  constructor(readonly limit: number) {}

  get isIdle(): boolean {
    return this.#held === 0
  }

  /**
   * Runs `work` while holding a permit.
   * @throws the signal's reason if it is aborted before the permit is granted
   */
  async hold<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    await this.#take(signal)
    try {
      return await work()
    } finally {
      this.#give()
    }
  }

  async #take(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (this.#held < this.limit) {
      this.#held++
      return
    }
    let wake = () => {}
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    this.#queue.push(wake)
    if (!signal) return woken
    try {
      await waitFor(woken, signal)
    } catch (error) {
      const position = this.#queue.indexOf(wake)
      // The caller was woken and aborted in the same turn: pass its permit on to the next in the
      // queue.
      if (position === -1) this.#give()
      else this.#queue.splice(position, 1)
      throw error
    }
  }

  /** Releases a permit to the first in the queue, so that no later caller can overtake. */
  #give(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#held--
  }
}
