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
  isDetected: z.boolean(),
  /** The first failure that matches the pattern; otherwise, what the part reported instead. */
  message: z.string(),
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
  passed: z.boolean(),
  failures: z.array(z.string()),
  /** Errors that aborted a run. */
  errors: z.array(z.string()).default([]),
  /** Checks that the machine does not support. */
  skipped: z.array(z.string()).default([]),
  /** Missed time limits of short runs, which do not fail because of them. */
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
    invalidInputs: count,
    lost: count,
    phantoms: count,
    duplicates: count,
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

export const isSkipped = ({ skipped }: PartReport) => skipped.length > 0

type RunInfo = {
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
  { size, seconds, endedAt, commit, machine }: RunInfo,
): PartReport {
  const all = (of: (outcome: Outcome) => string[] | undefined) =>
    outcomes.flatMap((outcome) => of(outcome) ?? [])
  return {
    name,
    promise,
    size,
    runs: outcomes.length,
    passed: outcomes.length > 0 && outcomes.every(hasPassed),
    failures: all(({ failures }) => failures),
    errors: all(({ errors }) => errors),
    skipped: [...new Set(all(({ skipped }) => skipped))],
    late: size === 'short' ? all(({ late }) => late) : [],
    figures: worstOf(outcomes),
    tally: sumOf(outcomes),
    seconds,
    endedAt,
    ...(commit !== undefined && { commit }),
    ...(machine !== undefined && { machine }),
  }
}

export const hasPassed = ({ failures, errors = [] }: Outcome) =>
  failures.length === 0 && errors.length === 0

function worstOf(outcomes: Outcome[]): Figures {
  const worst: Figures = {}
  for (const [name, measured] of outcomes.flatMap(({ figures }) => Object.entries(figures)))
    worst[name] = worseOf(worst[name], measured)
  return worst
}

function sumOf(outcomes: Outcome[]): Tally {
  const sum: Tally = {
    requests: 0,
    faults: 0,
    invalidInputs: 0,
    lost: 0,
    phantoms: 0,
    duplicates: 0,
  }
  for (const outcome of outcomes) {
    const { tally } = outcome
    sum.requests += tally.requests ?? 0
    if (hasPassed(outcome)) sum.faults += tally.faults ?? 0
    sum.invalidInputs += tally.invalidInputs ?? 0
    sum.lost += tally.lost ?? 0
    sum.phantoms += tally.phantoms ?? 0
    sum.duplicates += tally.duplicates ?? 0
  }
  return sum
}

/** Returns the failures, the skipped parts, and the last line. */
export function summarize(reports: PartReport[]): string {
  const failed = reports.filter(({ passed }) => !passed)
  return [
    ...failed.map(
      ({ name, failures, errors }) =>
        `✗ ${name}: ${[...failures, ...errors].join('; ') || 'it did not run'}`,
    ),
    ...reports.flatMap(({ name, skipped }) => skipped.map((why) => `– ${name}, skipped: ${why}`)),
    lastLine(reports),
  ].join('\n')
}

/** Returns the verdict and the totals of all parts, as one line. */
export function lastLine(reports: PartReport[]): string {
  const total = (name: keyof PartReport['tally']) =>
    reports.reduce((sum, { tally }) => sum + tally[name], 0)
  const failed = reports.filter(({ passed }) => !passed)
  const skippedParts = reports.filter(isSkipped)
  const number = new Intl.NumberFormat('en')
  return [
    failed.length > 0
      ? `${failed.length} of ${reports.length} parts failed`
      : describeVerdict(reports.length, skippedParts.length),
    skippedParts.length > 0 ? ` (skipped: ${skippedParts.map(({ name }) => name).join(', ')})` : '',
    `: ${number.format(total('requests'))} requests · `,
    `${number.format(total('faults'))} faults survived · ` +
      `${number.format(total('invalidInputs'))} invalid inputs · `,
    `${number.format(total('lost'))} lost, ${number.format(total('phantoms'))} phantom, ` +
      `${number.format(total('duplicates'))} duplicate writes`,
  ].join('')
}

function describeVerdict(parts: number, skippedParts: number): string {
  if (skippedParts === parts) return 'no part was completed'
  return skippedParts > 0 ? 'all completed parts passed' : 'all parts passed'
}

export function formatFigures(figures: Figures): string {
  return Object.entries(figures)
    .map(([name, measured]) => `${name} ${formatMeasurement(measured)}`)
    .join(', ')
}

/** Returns a value with its unit, at the measured precision. */
function formatMeasurement({ value, unit }: Measured): string {
  const number = Number.isInteger(value) ? value : value.toFixed(value < 10 ? 2 : 0)
  return `${number}${unit && ` ${unit}`}`
}
