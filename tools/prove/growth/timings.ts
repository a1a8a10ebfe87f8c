import { Latencies } from '@/tools/prove/load/latencies'

export type Timed = { medianMs: number; bytes: number }

/** How long answers of one blog took, and how much they said, by their names. */
export class Timings {
  readonly #timed = new Map<string, { latencies: Latencies; bytes: number }>()

  add(name: string, { tookMs, bytes }: { tookMs: number; bytes: number }): void {
    const known = this.#timed.get(name) ?? {
      latencies: new Latencies(),
      bytes: Number.POSITIVE_INFINITY,
    }
    known.latencies.add(tookMs)
    // The shortest: what comes with a redirect is longer at times.
    this.#timed.set(name, { ...known, bytes: Math.min(known.bytes, Math.max(1, bytes)) })
  }

  /** The median of each, beside that of another blog. */
  beside(other: Timings): Map<string, [Timed, Timed]> {
    const others = other.#medians()
    return new Map(
      [...this.#medians()].flatMap(([name, timed]) => {
        const beside = others.get(name)
        return beside ? [[name, [timed, beside]] as const] : []
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

/** Who comes second may find something of the first in the processor: each does half of the rounds. */
export const inTurn = <T>(one: T, other: T, round: number): [T, T] =>
  round % 2 === 0 ? [one, other] : [other, one]
