import { waitFor } from './wait-for'

/** Lets `limit` hold a place at once; the rest queue, first come, first served. */
export class Semaphore {
  #taken = 0
  readonly #queue: (() => void)[] = []

  constructor(readonly limit: number) {}

  get isIdle(): boolean {
    return this.#taken === 0
  }

  async take(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.#taken < this.limit) {
      this.#taken++
      return
    }
    const { promise, wake } = this.#enqueue()
    if (!signal) return promise
    try {
      await waitFor(promise, signal)
    } catch (error) {
      const place = this.#queue.indexOf(wake)
      // Woken and aborted at once: the place came too late and goes to the next.
      if (place === -1) this.give()
      else this.#queue.splice(place, 1)
      throw error
    }
  }

  /** A place given back goes straight to who waits longest, so that nobody slips in between. */
  give(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#taken--
  }

  /** Runs work when its turn comes. @throws the signal's reason where it is aborted before */
  async hold<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    await this.take(signal)
    try {
      return await work()
    } finally {
      this.give()
    }
  }

  #enqueue(): { promise: Promise<void>; wake: () => void } {
    let wake = () => {}
    const promise = new Promise<void>((resolve) => {
      wake = resolve
    })
    this.#queue.push(wake)
    return { promise, wake }
  }
}
