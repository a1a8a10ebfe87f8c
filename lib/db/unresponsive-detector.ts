import { withTimeout } from '@/lib/concurrency/with-timeout'
import { DatabaseUnavailable } from '@/lib/errors'

type Options = {
  /** Returns whether the database replies over a separate connection; an error is a reply. */
  isResponsive: () => Promise<boolean>
  /** Closes the connections, which must not be reused: the network may have dropped them. */
  closeConnections: () => void
  /** Milliseconds without a reply to any pending work after which the database is probed. */
  silentMs: number
}

/** Milliseconds during which new work fails after the database did not respond. */
const pauseMs = 500

const unresponsive = () => new DatabaseUnavailable(new Error('the database does not respond'))

/**
 * Detects a database that neither replies nor refuses, as when its machine freezes or the network
 * drops packets. Each wait has its own limit, but a request may wait several times in a row. The
 * detector therefore fails all pending work immediately. A single slow query has no effect, since
 * other queries or the probe still get replies.
 */
export class UnresponsiveDetector {
  readonly #pending = new Set<(error: DatabaseUnavailable) => void>()
  #replies = 0
  #isWatching = false
  #pausedUntil = 0
  #allDone = () => {}

  constructor(private readonly options: Options) {}

  /**
   * Runs `work` on the database.
   * @throws DatabaseUnavailable instead of waiting, although the work may still complete; errors of
   * `work` unchanged
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (performance.now() < this.#pausedUntil) throw unresponsive()
    let fail = (_: DatabaseUnavailable) => {}
    const failed = new Promise<never>((_, reject) => {
      fail = reject
    })
    this.#pending.add(fail)
    if (!this.#isWatching) void this.#watch()
    try {
      const result = await Promise.race([work(), failed])
      this.#replies++
      return result
    } finally {
      this.#pending.delete(fail)
      if (this.#pending.size === 0) this.#allDone()
    }
  }

  async #watch(): Promise<void> {
    this.#isWatching = true
    while (this.#pending.size > 0) {
      const { isResponsive, silentMs } = this.options
      const replies = this.#replies
      const isSilent = () => this.#pending.size > 0 && this.#replies === replies
      const allDone = new Promise<void>((resolve) => {
        this.#allDone = resolve
      })
      await withTimeout(allDone, silentMs).catch(() => {})
      if (isSilent() && !(await isResponsive()) && isSilent()) this.#failAll()
    }
    this.#isWatching = false
  }

  #failAll(): void {
    this.#pausedUntil = performance.now() + pauseMs
    for (const fail of this.#pending) fail(unresponsive())
    this.#pending.clear()
    this.options.closeConnections()
  }
}
