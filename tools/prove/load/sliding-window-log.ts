/**
 * The reference for a rate limiter: counts the grants of each client in every window that ends with
 * a grant.
 */
export class SlidingWindowLog {
  /** The times of the grants within the window, by client. */
  readonly #granted = new Map<string, number[]>()
  /** The largest excess over the limit. */
  excess = 0
  /** Requests that were rejected although the limit was not reached. */
  wronglyRejected = 0
  /** All rejected requests; a run without any does not test the limit. */
  rejected = 0

  constructor(
    private readonly quota: number,
    private readonly windowMs: number,
  ) {}

  /** Records the limiter's decision at a time. Times must not decrease. */
  record(client: string, time: number, allowed: boolean): void {
    const counting = (this.#granted.get(client) ?? []).filter(
      (granted) => granted > time - this.windowMs,
    )
    if (allowed) counting.push(time)
    else {
      this.rejected++
      if (counting.length < this.quota) this.wronglyRejected++
    }
    this.excess = Math.max(this.excess, counting.length - this.quota)
    this.#granted.set(client, counting)
  }
}
