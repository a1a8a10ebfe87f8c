/** The error for a database that replied to neither the pending queries nor a probe. */
export class DatabaseUnresponsive extends Error {
  override name = 'DatabaseUnresponsive'
  /** Identifies the error across copies of this module. */
  readonly code = 'DatabaseUnresponsive'
}

type Options = {
  /**
   * Called when the database becomes unresponsive. The existing connections must not be reused: the
   * network may have dropped them.
   */
  fellSilent: () => void
  /**
   * Probes the database over a separate connection. Resolves on any reply, including an error;
   * rejects once the signal is aborted.
   */
  probe: (signal: AbortSignal) => Promise<void>
  /** Interval between checks, in milliseconds. A blocked event loop runs none. */
  lookEveryMs: number
  /** Number of checks without a reply to any pending work before the database is probed. */
  looksUntilProbe: number
  /** Number of checks after which a probe is aborted. */
  looksOfProbe: number
}

/**
 * Detects a database that neither replies nor refuses, as when its machine freezes or the network
 * drops packets. Each wait has its own limit, but a request may wait several times in a row. The
 * detector therefore fails all pending work at once, and all new work until a probe succeeds. A
 * single slow query has no effect, since other queries or the probe still get replies.
 */
export class UnresponsiveDetector {
  readonly #waiting = new Set<(silent: DatabaseUnresponsive) => void>()
  #checksSinceReply = 0
  #isUnresponsive = false
  #probe: { looks: number; abort: AbortController } | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: Options) {}

  /**
   * Runs `work` on the database.
   * @throws DatabaseUnresponsive instead of waiting, although the work may still complete; errors
   * of `work` unchanged
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isUnresponsive) throw new DatabaseUnresponsive('the database was silent a moment ago')
    if (this.#waiting.size === 0) this.#checksSinceReply = 0
    let giveUp = (_: DatabaseUnresponsive) => {}
    const silence = new Promise<never>((_, reject) => {
      giveUp = reject
    })
    this.#waiting.add(giveUp)
    this.#timer ??= setInterval(() => this.#check(), this.options.lookEveryMs).unref()
    try {
      const answer = await Promise.race([work(), silence])
      this.#checksSinceReply = 0
      return answer
    } finally {
      this.#waiting.delete(giveUp)
    }
  }

  #check(): void {
    if (this.#waiting.size === 0 && !this.#isUnresponsive && !this.#probe) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    this.#checksSinceReply++
    if (this.#probe) {
      if (++this.#probe.looks > this.options.looksOfProbe) this.#probe.abort.abort()
    } else if (this.#isUnresponsive || this.#checksSinceReply > this.options.looksUntilProbe)
      void this.#sendProbe()
  }

  async #sendProbe(): Promise<void> {
    const probe = { looks: 0, abort: new AbortController() }
    this.#probe = probe
    try {
      await this.options.probe(probe.abort.signal)
      this.#checksSinceReply = 0
      if (this.#isUnresponsive) console.warn('database: it answers again')
      this.#isUnresponsive = false
    } catch {
      // If other work got a reply meanwhile, or none is pending, the result is inconclusive.
      if (!this.#isUnresponsive && this.#checksSinceReply > probe.looks && this.#waiting.size > 0)
        this.#failAll()
    } finally {
      this.#probe = undefined
    }
  }

  #failAll(): void {
    this.#isUnresponsive = true
    console.warn('database: nothing is heard of it')
    for (const giveUp of this.#waiting)
      giveUp(new DatabaseUnresponsive('nothing is heard of the database'))
    this.options.fellSilent()
  }
}
