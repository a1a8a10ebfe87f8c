import { quantile } from '@/bench/support/quantile'

/** Collects response times in milliseconds. */
export class Latencies {
  readonly #tookMs: number[] = []

  /** Merges several collections. */
  static of(...many: Latencies[]): Latencies {
    const all = new Latencies()
    // Adds one value at a time, because spreading some 100,000 arguments overflows the stack.
    for (const one of many) for (const tookMs of one.#tookMs) all.add(tookMs)
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

  /** @param share 0.5 for the median, 1 for the maximum */
  percentile(share: number): number {
    return quantile(this.#tookMs, share)
  }
}
