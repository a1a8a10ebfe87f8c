import type { Program } from '@/test/servers/find-program'
import type { Scene } from './scene'

/** The counts of a part. The last line of the output has the totals of all parts. */
export type Tally = {
  /** Requests with a response while the server was under test. */
  requests: number
  /**
   * Injected faults: killed processes, cut networks, full disks, and so on. Not counted for failed
   * runs, because it is unknown which faults they survived.
   */
  faults: number
  /** Intentionally invalid inputs; of random requests, all that were rejected. */
  invalidInputs: number
  /**
   * `lost`: acknowledged but not stored. `phantoms`: stored but not acknowledged. `duplicates`:
   * stored twice.
   */
  lost: number
  phantoms: number
  duplicates: number
}

/**
 * A measured value and which direction is worse. Reports contain the worst of all runs, or the sum
 * of all runs for `neither`.
 */
export type Measured = { value: number; unit: string; worse: 'higher' | 'lower' | 'neither' }

/** Measured values by name. */
export type Figures = Record<string, Measured>

export type Outcome = {
  /** The broken promises, with numbers as evidence. Empty if the run passed. */
  failures: string[]
  figures: Figures
  tally: Partial<Tally>
  /**
   * Errors that aborted the run. They may be faults of the suite, so they do not count as broken
   * promises, but the run has not passed.
   */
  errors?: string[]
  /**
   * Checks that this machine does not support, with reasons. They are reported and do not count as
   * passed.
   */
  skipped?: string[]
  /**
   * Broken promises about time. The short form reports them but does not fail, because it runs next
   * to other tests on busy machines.
   */
  late?: string[]
}

/** One check of the suite. */
export type Part = {
  /** The name on the command line: `npm run prove -- postgres-kill`. */
  name: string
  /** The requirement, with all numbers. */
  promise: string
  /** The promise in at most 18 words, for the table of `docs/reliability.md`, if it is longer. */
  summary?: string
  /**
   * Required programs that npm cannot install. If one is missing and cannot be installed, only this
   * part is skipped.
   */
  needs?: Program[]
  /** The number of runs in the full suite; five by default. */
  runs?: number
  /**
   * A test with similar but smaller coverage. If there is one, the short form omits the part,
   * because it runs next to the tests.
   */
  inTests?: string
  /**
   * Runs the part once in the size `scene.size`: the short form takes seconds, the full form has
   * the size of the promise.
   * @throws if the part could not finish, which is reported apart from a broken promise
   */
  prove: (scene: Scene) => Promise<Outcome>
}

/** Returns the worse of two measurements, or the sum of two counts. */
export function worseOf(known: Measured | undefined, measured: Measured): Measured {
  if (!known) return measured
  if (measured.worse === 'neither') return { ...measured, value: known.value + measured.value }
  const isWorse =
    measured.worse === 'higher' ? measured.value > known.value : measured.value < known.value
  return isWorse ? measured : known
}

/** Collects the results of a run. `expect` takes a description of the failure with numbers. */
export class Findings {
  readonly failures: string[] = []
  readonly figures: Figures = {}
  readonly tally: Partial<Tally> = {}
  readonly skipped: string[] = []
  readonly late: string[] = []

  expect(isMet: boolean, failure: string): void {
    if (!isMet) this.failures.push(failure)
  }

  /** Checks a promise about time like `expect`, but fails only in the full suite. */
  expectInTime(isMet: boolean, failure: string): void {
    if (!isMet) this.late.push(failure)
  }

  skip(why: string): void {
    this.skipped.push(why)
  }

  /**
   * Records a measurement and keeps the worse one if measured again. A value that is not finite
   * breaks a promise instead.
   */
  measure(name: string, value: number, unit: string, worse: Measured['worse'] = 'higher'): void {
    if (Number.isFinite(value))
      this.figures[name] = worseOf(this.figures[name], { value, unit, worse })
    else
      this.failures.push(
        Number.isNaN(value)
          ? `no measurement of “${name}” was recorded`
          : `“${name}” was not reached in time`,
      )
  }

  count(name: keyof Tally, by = 1): void {
    this.tally[name] = (this.tally[name] ?? 0) + by
  }
}
