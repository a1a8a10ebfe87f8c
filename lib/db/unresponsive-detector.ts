/** Nothing was heard of the database for long: neither by what waits for it, nor by who asked to find out. */
export class DatabaseUnresponsive extends Error {
  override name = 'DatabaseUnresponsive'
  /** By which it is known where it was made by another copy of this module. */
  readonly code = 'DatabaseUnresponsive'
}

type Options = {
  /** Called when the silence is known: the connections that were there are not to be used again, a network may have forgotten them. */
  fellSilent: () => void
  /** Asks the database over a connection of its own: resolves where it answers, whatever it says; throws once it is aborted. */
  probe: (signal: AbortSignal) => Promise<void>
  /** How often it is looked what was heard. A process that hears nothing itself, because it renders, does not look either. */
  lookEveryMs: number
  /** After so many looks without an answer to anything that waits, the database is probed. */
  looksUntilProbe: number
  /** After so many looks a probe is given up. */
  looksOfProbe: number
}

/**
 * Knows when a database neither answers nor refuses: a frozen machine, a network that swallows everything. Each wait has a
 * bound of its own, but a request that waits for a connection, then for an answer, and then asks again, would wait for them
 * one after another. So everything that waits is given up at once when the silence is known, and so is what is asked
 * meanwhile, until a probe is answered. One slow query is no silence: others are answered, or the probe is.
 */
export class UnresponsiveDetector {
  readonly #waiting = new Set<(silent: DatabaseUnresponsive) => void>()
  #looksSinceHeard = 0
  #isSilent = false
  #probe: { looks: number; abort: AbortController } | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: Options) {}

  /**
   * Runs a piece of work on the database.
   * @throws DatabaseUnresponsive instead of waiting; the work may be done all the same. What it throws itself comes as it is.
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isSilent) throw new DatabaseUnresponsive('the database was silent a moment ago')
    if (this.#waiting.size === 0) this.#looksSinceHeard = 0
    let giveUp = (_: DatabaseUnresponsive) => {}
    const silence = new Promise<never>((_, reject) => {
      giveUp = reject
    })
    this.#waiting.add(giveUp)
    this.#timer ??= setInterval(() => this.#look(), this.options.lookEveryMs).unref()
    try {
      const answer = await Promise.race([work(), silence])
      this.#looksSinceHeard = 0
      return answer
    } finally {
      this.#waiting.delete(giveUp)
    }
  }

  #look(): void {
    if (this.#waiting.size === 0 && !this.#isSilent && !this.#probe) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    this.#looksSinceHeard++
    if (this.#probe) {
      if (++this.#probe.looks > this.options.looksOfProbe) this.#probe.abort.abort()
    } else if (this.#isSilent || this.#looksSinceHeard > this.options.looksUntilProbe)
      void this.#ask()
  }

  async #ask(): Promise<void> {
    const probe = { looks: 0, abort: new AbortController() }
    this.#probe = probe
    try {
      await this.options.probe(probe.abort.signal)
      this.#looksSinceHeard = 0
      if (this.#isSilent) console.warn('database: it answers again')
      this.#isSilent = false
    } catch {
      // Where something else was answered meanwhile, or nobody waits any more, nothing is known.
      if (!this.#isSilent && this.#looksSinceHeard > probe.looks && this.#waiting.size > 0)
        this.#giveUpAll()
    } finally {
      this.#probe = undefined
    }
  }

  #giveUpAll(): void {
    this.#isSilent = true
    console.warn('database: nothing is heard of it')
    for (const giveUp of this.#waiting)
      giveUp(new DatabaseUnresponsive('nothing is heard of the database'))
    this.options.fellSilent()
  }
}
