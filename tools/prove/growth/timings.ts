import { Latencies } from '@/tools/prove/load/latencies'

export type Timed = { medianMs: number; bytes: number }

/** The response times and sizes of one blog, by address name. */
export class Timings {
  readonly #timed = new Map<string, { latencies: Latencies; bytes: number }>()

  add(name: string, { tookMs, bytes }: { tookMs: number; bytes: number }): void {
    const known = this.#timed.get(name) ?? {
      latencies: new Latencies(),
      bytes: Number.POSITIVE_INFINITY,
    }
    known.latencies.add(tookMs)
    // Keeps the minimum size, because responses with a redirect are sometimes longer.
    this.#timed.set(name, { ...known, bytes: Math.min(known.bytes, Math.max(1, bytes)) })
  }

  /** Returns the median of each, beside that of another blog. */
  beside(other: Timings): Map<string, [Timed, Timed]> {
    const others = other.#medians()
    return new Map(
      [...this.#medians()].flatMap(([name, timed]) => {
        const otherTimed = others.get(name)
        return otherTimed ? [[name, [timed, otherTimed]] as const] : []
      }),
    )
  }

  #medians(): Map<string, Timed> {
    return new Map(
      [...this.#timed].map(([name, { latencies, bytes }]) => [
        name,
        { medianMs: latencies.percentile(0.5), bytes },
      ]),
    )
  }
}

/** The second request may profit from CPU caches, so each blog is second in half of the rounds. */
export const alternate = <T>(one: T, other: T, round: number): [T, T] =>
  round % 2 === 0 ? [one, other] : [other, one]
