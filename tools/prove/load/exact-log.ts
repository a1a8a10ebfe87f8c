/** The plain truth that a limiter is held against: every grant of every client, in any window that ends with a grant. */
export class ExactLog {
  /** The times of the grants that still count, by client. */
  readonly #granted = new Map<string, number[]>()
  /** By how many the limit was ever exceeded. */
  overBy = 0
  /** Requests refused while there was one left. */
  refusedWrongly = 0
  /** All that were refused: a walk on which nobody is tells nothing of a limit. */
  refused = 0

  constructor(
    private readonly quota: number,
    private readonly windowMs: number,
  ) {}

  /** Notes what the limiter said at this time. Times may not go back. */
  judge(client: string, time: number, allowed: boolean): void {
    const counting = (this.#granted.get(client) ?? []).filter(
      (granted) => granted > time - this.windowMs,
    )
    if (allowed) counting.push(time)
    else {
      this.refused++
      if (counting.length < this.quota) this.refusedWrongly++
    }
    this.overBy = Math.max(this.overBy, counting.length - this.quota)
    this.#granted.set(client, counting)
  }
}
