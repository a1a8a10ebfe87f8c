/** How long answers took, in milliseconds. */
export class Latencies {
  readonly #tookMs: number[] = []

  add(tookMs: number): void {
    this.#tookMs.push(tookMs)
  }

  get count(): number {
    return this.#tookMs.length
  }

  /** @param share 0.5 for the median, 1 for the longest */
  percentile(share: number): number {
    const sorted = this.#tookMs.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  }
}
