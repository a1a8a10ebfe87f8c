import { waitFor } from './wait-for'

/** Lets `limit` hold a place at once; the rest queue, first come, first served. */
class Places {
  #taken = 0
  readonly #queue: (() => void)[] = []

  constructor(readonly limit: number) {}

  get isIdle(): boolean {
    return this.#taken === 0
  }

  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#taken < this.limit) {
      this.#taken++
      return
    }
    const { promise, wake } = this.#enqueue()
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

  #enqueue(): { promise: Promise<void>; wake: () => void } {
    let wake = () => {}
    const promise = new Promise<void>((resolve) => {
      wake = resolve
    })
    this.#queue.push(wake)
    return { promise, wake }
  }
}

const inAll = new Places(32)
const hostPlacesMax = 4
const byHost = new Map<string, Places>()

/**
 * Runs one request when its turn comes: at most 32 at once in this process and 4 to one host.
 * @throws the signal's reason where it is aborted before
 */
export async function withFetchSlot<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const ofHost = byHost.get(host) ?? new Places(hostPlacesMax)
  byHost.set(host, ofHost)
  try {
    // First the host's: those who wait for a slow host must not hold places that others could use.
    await ofHost.take(signal)
    try {
      await inAll.take(signal)
      try {
        return await work()
      } finally {
        inAll.give()
      }
    } finally {
      ofHost.give()
    }
  } finally {
    if (ofHost.isIdle && byHost.get(host) === ofHost) byHost.delete(host)
  }
}
