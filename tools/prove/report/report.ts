import { z } from 'zod'
import {
  type Figures,
  type Measured,
  type Outcome,
  type Part,
  type Tally,
  worseOf,
} from '@/tools/prove/part'
import type { Size } from '@/tools/prove/scene'

const count = z.number()

/** The result of a part for an intentional fault in the code. */
const mutantReport = z.object({
  /** The name of the mutant. */
  mutant: z.string(),
  isSeen: z.boolean(),
  /** The first broken promise that matches the sign; otherwise, what the part reported instead. */
  said: z.string(),
  commit: z.string().exactOptional(),
  /** ISO 8601, UTC. */
  endedAt: z.string(),
})
export type MutantReport = z.infer<typeof mutantReport>

/**
 * The results of one part over all its runs: the worst value of each figure and the sum of each
 * count.
 */
export const partReport = z.object({
  name: z.string(),
  promise: z.string(),
  size: z.enum(['full', 'short']),
  runs: count,
  held: z.boolean(),
  broken: z.array(z.string()),
  /** Errors that aborted a run. */
  thrown: z.array(z.string()).default([]),
  /** Checks that the machine does not support. */
  untried: z.array(z.string()).default([]),
  /** Missed time limits of short runs, which are not judged. */
  late: z.array(z.string()).default([]),
  figures: z.record(
    z.string(),
    z.object({
      value: z.number(),
      unit: z.string(),
      worse: z.enum(['higher', 'lower', 'neither']),
    }),
  ),
  tally: z.object({
    requests: count,
    faults: count,
    badInputs: count,
    lost: count,
    ghosts: count,
    doubles: count,
  }),
  seconds: count,
  /** ISO 8601, UTC. */
  endedAt: z.string(),
  /** The short hash of the commit under test, with a plus sign if files had changed since. */
  commit: z.string().exactOptional(),
  /** The machine, as returned by `describeMachine`. */
  machine: z.string().exactOptional(),
  /** The latest results for the mutants that the part must detect. */
  mutants: z.array(mutantReport).exactOptional(),
})
export type PartReport = z.infer<typeof partReport>

/**
 * The content of the `--report` file, written without parts first and again after each part. An
 * aborted run lacks the remaining parts. `seconds` is the total time so far; parts may run
 * concurrently.
 */
export type ProofReport = { parts: string[]; reports: PartReport[]; seconds: number }

export const isUntried = ({ untried }: PartReport) => untried.length > 0

type Proved = {
  size: Size
  seconds: number
  endedAt: string
  commit?: string | undefined
  machine?: string | undefined
}

/** Creates the report of a part. Without any run, the part has not passed. */
export function reportOf(
  { name, promise }: Part,
  outcomes: Outcome[],
  { size, seconds, endedAt, commit, machine }: Proved,
): PartReport {
  const all = (of: (outcome: Outcome) => string[] | undefined) =>
    outcomes.flatMap((outcome) => of(outcome) ?? [])
  return {
    name,
    promise,
    size,
    runs: outcomes.length,
    held: outcomes.length > 0 && outcomes.every(hasHeld),
    broken: all(({ broken }) => broken),
    thrown: all(({ thrown }) => thrown),
    untried: [...new Set(all(({ untried }) => untried))],
    late: size === 'short' ? all(({ late }) => late) : [],
    figures: worstOf(outcomes),
    tally: sumOf(outcomes),
    seconds,
    endedAt,
    ...(commit !== undefined && { commit }),
    ...(machine !== undefined && { machine }),
  }
}

export const hasHeld = ({ broken, thrown = [] }: Outcome) =>
  broken.length === 0 && thrown.length === 0

function worstOf(outcomes: Outcome[]): Figures {
  const worst: Figures = {}
  for (const [name, measured] of outcomes.flatMap(({ figures }) => Object.entries(figures)))
    worst[name] = worseOf(worst[name], measured)
  return worst
}

function sumOf(outcomes: Outcome[]): Tally {
  const sum: Tally = { requests: 0, faults: 0, badInputs: 0, lost: 0, ghosts: 0, doubles: 0 }
  for (const outcome of outcomes) {
    const { tally } = outcome
    sum.requests += tally.requests ?? 0
    if (hasHeld(outcome)) sum.faults += tally.faults ?? 0
    sum.badInputs += tally.badInputs ?? 0
    sum.lost += tally.lost ?? 0
    sum.ghosts += tally.ghosts ?? 0
    sum.doubles += tally.doubles ?? 0
  }
  return sum
}

/** Returns the failures, the skipped parts, and the last line. */
export function sumUp(reports: PartReport[]): string {
  const broken = reports.filter(({ held }) => !held)
  return [
    ...broken.map(
      ({ name, broken: words, thrown }) =>
        `✗ ${name}: ${[...words, ...thrown].join('; ') || 'it never ran'}`,
    ),
    ...reports.flatMap(({ name, untried }) => untried.map((why) => `– ${name}, not tried: ${why}`)),
    lastLine(reports),
  ].join('\n')
}

/** Returns a line such as *load held · faults survived · bad inputs tried · lost 0*. */
export function lastLine(reports: PartReport[]): string {
  const total = (name: keyof PartReport['tally']) =>
    reports.reduce((sum, { tally }) => sum + tally[name], 0)
  const broken = reports.filter(({ held }) => !held)
  const untried = reports.filter(isUntried)
  const number = new Intl.NumberFormat('en')
  return [
    broken.length > 0
      ? `${broken.length} of ${reports.length} parts did not hold`
      : verdictInWords(reports.length, untried.length),
    untried.length > 0 ? ` (not tried: ${untried.map(({ name }) => name).join(', ')})` : '',
    `: ${number.format(total('requests'))} requests · `,
    `${number.format(total('faults'))} faults survived · ` +
      `${number.format(total('badInputs'))} bad inputs tried · `,
    `lost ${number.format(total('lost'))}, ghosts ${number.format(total('ghosts'))}, ` +
      `doubles ${number.format(total('doubles'))}`,
  ].join('')
}

function verdictInWords(parts: number, untried: number): string {
  if (untried === parts) return 'nothing was tried to its end'
  return untried > 0 ? 'what was tried held' : 'load held'
}

export function inWords(figures: Figures): string {
  return Object.entries(figures)
    .map(([name, measured]) => `${name} ${measuredInWords(measured)}`)
    .join(', ')
}

/** Returns a value with its unit, at the measured precision. */
function measuredInWords({ value, unit }: Measured): string {
  const number = Number.isInteger(value) ? value : value.toFixed(value < 10 ? 2 : 0)
  return `${number}${unit && ` ${unit}`}`
}
