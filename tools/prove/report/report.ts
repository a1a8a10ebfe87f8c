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

/** What a part said of a fault that was put into the code on purpose. */
export const mutantReport = z.object({
  /** The name of the mutant. */
  mutant: z.string(),
  isSeen: z.boolean(),
  /** The first promise that was broken as it must be; what was said instead, where none was. */
  said: z.string(),
  commit: z.string().exactOptional(),
  /** ISO 8601, UTC. */
  endedAt: z.string(),
})
export type MutantReport = z.infer<typeof mutantReport>

/** What is told of one part, over all its runs: the worst of each figure, the sum of each count. */
export const partReport = z.object({
  name: z.string(),
  promise: z.string(),
  size: z.enum(['full', 'short']),
  runs: count,
  held: z.boolean(),
  broken: z.array(z.string()),
  /** What ended a run before its end. */
  thrown: z.array(z.string()).default([]),
  /** What could not be tried on the machine it ran on. */
  untried: z.array(z.string()).default([]),
  /** What a short run was late with, and was not judged by. */
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
  /** The short hash of what was proved; with a plus where files had been changed since. */
  commit: z.string().exactOptional(),
  /** What it ran on, as `describeMachine` has it. */
  machine: z.string().exactOptional(),
  /** What it said of the mutants that it must see, whenever they were last tried. */
  mutants: z.array(mutantReport).exactOptional(),
})
export type PartReport = z.infer<typeof partReport>

/** What `--report` writes, first of no part, then anew after each: one that was cut off lacks those that came after. `seconds` are those of all so far, some of which may have run at once. */
export type ProofReport = { parts: string[]; reports: PartReport[]; seconds: number }

export const isUntried = ({ untried }: PartReport) => untried.length > 0

type Proved = {
  size: Size
  seconds: number
  endedAt: string
  commit?: string | undefined
  machine?: string | undefined
}

/** Of no run at all nothing is known: it did not hold. */
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

/** What broke, what was not tried, and the last line. */
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

/** *load held · faults survived · bad inputs tried · lost 0* */
export function lastLine(reports: PartReport[]): string {
  const total = (name: keyof PartReport['tally']) =>
    reports.reduce((sum, { tally }) => sum + tally[name], 0)
  const broken = reports.filter(({ held }) => !held)
  const untried = reports.filter(isUntried)
  const number = new Intl.NumberFormat('en')
  return [
    broken.length > 0
      ? `${broken.length} of ${reports.length} parts did not hold`
      : whatHeld(reports.length, untried.length),
    untried.length > 0 ? ` (not tried: ${untried.map(({ name }) => name).join(', ')})` : '',
    `: ${number.format(total('requests'))} requests · `,
    `${number.format(total('faults'))} faults survived · ${number.format(total('badInputs'))} bad inputs tried · `,
    `lost ${number.format(total('lost'))}, ghosts ${number.format(total('ghosts'))}, doubles ${number.format(total('doubles'))}`,
  ].join('')
}

function whatHeld(parts: number, untried: number): string {
  if (untried === parts) return 'nothing was tried to its end'
  return untried > 0 ? 'what was tried held' : 'load held'
}

export function inWords(figures: Figures): string {
  return Object.entries(figures)
    .map(([name, measured]) => `${name} ${measuredInWords(measured)}`)
    .join(', ')
}

/** A number with its unit, as exact as it was measured. */
function measuredInWords({ value, unit }: Measured): string {
  return `${Number.isInteger(value) ? value : value.toFixed(value < 10 ? 2 : 0)}${unit && ` ${unit}`}`
}
