import { quantile } from '@/bench/quantile'

/** How long answers took, in milliseconds. */
export class Latencies {
  readonly #tookMs: number[] = []

  /** All of several. */
  static of(...many: Latencies[]): Latencies {
    const all = new Latencies()
    for (const one of many) all.#tookMs.push(...one.#tookMs)
    return all
  }

  add(tookMs: number): void {
    this.#tookMs.push(tookMs)
  }

  get count(): number {
    return this.#tookMs.length
  }

  countAbove(ms: number): number {
    return this.#tookMs.filter((tookMs) => tookMs > ms).length
  }

  /** @param share 0.5 for the median, 1 for the longest */
  percentile(share: number): number {
    return quantile(this.#tookMs, share)
  }
}
