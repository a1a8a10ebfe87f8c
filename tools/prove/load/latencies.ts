import { quantile } from '@/bench/quantile'

/** How long answers took, in milliseconds. */
export class Latencies {
  readonly #tookMs: number[] = []

  /** All of several. */
  static of(...many: Latencies[]): Latencies {
    const all = new Latencies()
    // One by one: as the arguments of a call, some hundred thousand overflow the stack.
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

  /** @param share 0.5 for the median, 1 for the longest */
  percentile(share: number): number {
    return quantile(this.#tookMs, share)
  }
}
