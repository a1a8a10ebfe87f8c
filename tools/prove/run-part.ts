import { describeMissing } from '@/test/servers/find-program'
import { describeMachine } from '@/tools/prove/report/describe-machine'
import {
  formatFigures,
  hasPassed,
  isSkipped,
  type PartReport,
  reportOf,
} from '@/tools/prove/report/report'
import type { Figures, Outcome, Part } from './part'
import { Scene, type Size, throwIfStopped } from './scene'

type Options = {
  size: Size
  /** The number of runs, at least one. */
  runs: number
  checkout: string
  /** The commit under test, for the record. */
  commit?: string | undefined
}

/** Runs a part several times, prints the progress, and returns the worst results. */
export async function runPart(
  part: Part,
  { size, runs, checkout, commit }: Options,
): Promise<PartReport> {
  console.log(
    `\n— ${part.name}` +
      `${size === 'short' ? ', short form (one smaller run)' : ''}: ${part.promise}`,
  )
  const startedAt = performance.now()
  const outcomes: Outcome[] = []
  const missing = describeMissing(part.needs ?? [])
  if (missing !== undefined)
    outcomes.push({ failures: [], figures: {}, tally: {}, skipped: [missing] })
  else
    for (let run = 1; run <= runs; run++) {
      const print = (progress: string) =>
        console.log(
          `${seconds(startedAt)} s  ${part.name} ${runs > 1 ? `${run}/${runs}  ` : ''}${progress}`,
        )
      const outcome = applyTimeLimits(await runOnce(part, new Scene(size, checkout, print)), size)
      outcomes.push(outcome)
      // The last line contains the same for a single passed run.
      if (runs > 1 || !hasPassed(outcome)) print(verdictOf(outcome))
      if (size === 'short') printLate(outcome, print)
    }
  const tookSeconds = Math.round((performance.now() - startedAt) / 1_000)
  const report = reportOf(part, outcomes, {
    size,
    commit,
    seconds: tookSeconds,
    endedAt: new Date().toISOString(),
    machine: describeMachine(),
  })
  for (const reason of report.skipped) console.log(`– ${part.name}, skipped: ${reason}`)
  console.log(
    `${!report.passed ? '✗' : isSkipped(report) ? '–' : '✓'} ` +
      `${part.name} ${formatFirstFigures(report.figures)}`,
  )
  return report
}

function printLate({ late = [] }: Outcome, print: (message: string) => void): void {
  for (const message of late) print(`too slow (fails only in the full suite): ${message}`)
}

function verdictOf(outcome: Outcome): string {
  const { failures, errors = [] } = outcome
  if (!hasPassed(outcome)) return `✗ ${[...failures, ...errors].join('; ')}`
  return outcome.skipped?.length ? 'skipped' : `passed ${formatFirstFigures(outcome.figures)}`
}

/** The number of figures that fit on a line of the terminal. The report contains all of them. */
const printedMax = 10

const formatFirstFigures = (figures: Figures) =>
  formatFigures(Object.fromEntries(Object.entries(figures).slice(0, printedMax)))

function applyTimeLimits(outcome: Outcome, size: Size): Outcome {
  return size === 'full'
    ? { ...outcome, failures: [...outcome.failures, ...(outcome.late ?? [])] }
    : outcome
}

/**
 * Runs a part once. Reports errors of the run and of the end of its scene once, together with the
 * findings.
 */
async function runOnce(part: Part, scene: Scene): Promise<Outcome> {
  const thrown = new Set<string>()
  const keep = (error: unknown) =>
    void thrown.add(error instanceof Error ? (error.stack ?? error.message) : String(error))
  const outcome = await part.prove(scene).catch((error: unknown): Outcome => {
    keep(error)
    return { failures: [], figures: {}, tally: {} }
  })
  await scene.end().catch(keep)
  throwIfStopped()
  const { failures, figures, tally, skipped = [], late = [] } = outcome
  return { failures, figures, tally, skipped, late, errors: [...thrown] }
}

const seconds = (startedAt: number) =>
  ((performance.now() - startedAt) / 1_000).toFixed(0).padStart(5)
