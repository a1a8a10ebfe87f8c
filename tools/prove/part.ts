import type { Program } from '@/test/servers/find-program'
import type { Scene } from './scene'

/** What was counted while a part was proved; the last line of the command sums them over all parts. */
export type Tally = {
  /** Requests that were answered while the server was at work. */
  requests: number
  /** Processes killed, networks cut, disks filled, and the like. Those of a run that broke are not told: nobody knows which of them it survived. */
  faults: number
  /** Inputs that were wrong on purpose; of requests made at random, all that were refused. */
  badInputs: number
  /** Acknowledged and not stored, stored and not acknowledged, stored twice. */
  lost: number
  ghosts: number
  doubles: number
}

/** A number that was measured, and which way is worse: the worst of all runs is what is told. Where neither is, it is a count, and those of all runs are added up. */
export type Measured = { value: number; unit: string; worse: 'higher' | 'lower' | 'neither' }

/** By their names. */
export type Figures = Record<string, Measured>

export type Outcome = {
  /** Each promise that was broken, in words with the numbers that show it. Empty where all of it held. */
  broken: string[]
  figures: Figures
  tally: Partial<Tally>
  /** What ended the run before its end: a fault of the proof as likely as one of what is proved, and so no promise that was broken. It did not hold either. */
  thrown?: string[]
  /** What this machine does not let one try, and why: told beside what held, and never taken for it. */
  untried?: string[]
  /** Promises about time that were broken. The short form runs among the tests, on machines that do other things as well: there they are told, and not judged. */
  late?: string[]
}

/** One row of the proof. */
export type Part = {
  /** What it is asked for by: `npm run prove -- postgres-kill`. */
  name: string
  /** What must hold, with all numbers. */
  promise: string
  /** The promise in at most 18 words, for the table of `docs/reliability.md`, if it is longer. */
  summary?: string
  /** What it takes that npm cannot bring. Where one is missing and cannot be installed, the part is left untried, and the others are not. */
  needs?: Program[]
  /** How often it runs in the whole proof; five times where nothing is said. */
  runs?: number
  /** The test that guarantees much the same in small. Where there is one, the short form, which runs beside the tests, leaves the part out. */
  inTests?: string
  /**
   * One run, in the size that `scene.size` says: in the short form some seconds, in the full one as its row is written.
   * @throws where it could not be tried to its end, which is told apart from a broken promise
   */
  prove: (scene: Scene) => Promise<Outcome>
}

/** Of a figure measured twice, the worse; of a count, the sum. */
export function worseOf(known: Measured | undefined, measured: Measured): Measured {
  if (!known) return measured
  if (measured.worse === 'neither') return { ...measured, value: known.value + measured.value }
  const isWorse =
    measured.worse === 'higher' ? measured.value > known.value : measured.value < known.value
  return isWorse ? measured : known
}

/** Gathers what broke in a run. `expect` takes the promise in words, with the numbers in it. */
export class Findings {
  readonly broken: string[] = []
  readonly figures: Figures = {}
  readonly tally: Partial<Tally> = {}
  readonly untried: string[] = []
  readonly late: string[] = []

  expect(held: boolean, otherwise: string): void {
    if (!held) this.broken.push(otherwise)
  }

  /** The same of a promise about time, which is judged in the full proof alone. */
  expectInTime(held: boolean, otherwise: string): void {
    if (!held) this.late.push(otherwise)
  }

  leaveUntried(why: string): void {
    this.untried.push(why)
  }

  /** Measured again within a run, the worse is kept. What never came has no figure, and broke a promise. */
  measure(name: string, value: number, unit: string, worse: Measured['worse'] = 'higher'): void {
    if (Number.isFinite(value))
      this.figures[name] = worseOf(this.figures[name], { value, unit, worse })
    else
      this.broken.push(
        Number.isNaN(value)
          ? `nothing came that “${name}” could be measured by`
          : `“${name}” never came to an end`,
      )
  }

  count(name: keyof Tally, by = 1): void {
    this.tally[name] = (this.tally[name] ?? 0) + by
  }
}
