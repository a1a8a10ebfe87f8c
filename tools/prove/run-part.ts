import { tellMissing } from '@/test/servers/find-program'
import { describeMachine } from '@/tools/prove/report/describe-machine'
import { hasHeld, inWords, isUntried, type PartReport, reportOf } from '@/tools/prove/report/report'
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
export async function provePart(
  part: Part,
  { size, runs, checkout, commit }: Options,
): Promise<PartReport> {
  console.log(
    `\n— ${part.name}` +
      `${size === 'short' ? ', once and smaller than this says' : ''}: ${part.promise}`,
  )
  const begun = performance.now()
  const outcomes: Outcome[] = []
  const missing = tellMissing(part.needs ?? [])
  if (missing !== undefined)
    outcomes.push({ broken: [], figures: {}, tally: {}, untried: [missing] })
  else
    for (let run = 1; run <= runs; run++) {
      const say = (progress: string) =>
        console.log(
          `${seconds(begun)} s  ${part.name} ${runs > 1 ? `${run}/${runs}  ` : ''}${progress}`,
        )
      const outcome = judge(await proveOnce(part, new Scene(size, checkout, say)), size)
      outcomes.push(outcome)
      // The last line contains the same for a single passed run.
      if (runs > 1 || !hasHeld(outcome)) say(verdictOf(outcome))
      if (size === 'short') printLate(outcome, say)
    }
  const took = Math.round((performance.now() - begun) / 1_000)
  const report = reportOf(part, outcomes, {
    size,
    commit,
    seconds: took,
    endedAt: new Date().toISOString(),
    machine: describeMachine(),
  })
  for (const why of report.untried) console.log(`– ${part.name}, not tried: ${why}`)
  console.log(
    `${!report.held ? '✗' : isUntried(report) ? '–' : '✓'} ` +
      `${part.name} ${firstInWords(report.figures)}`,
  )
  return report
}

function printLate({ late = [] }: Outcome, say: (words: string) => void): void {
  for (const words of late) say(`late, which the full proof would not let pass: ${words}`)
}

function verdictOf(outcome: Outcome): string {
  if (!hasHeld(outcome)) return `✗ ${[...outcome.broken, ...(outcome.thrown ?? [])].join('; ')}`
  return outcome.untried?.length ? 'not tried' : `held ${firstInWords(outcome.figures)}`
}

/** The number of figures that fit on a line of the terminal. The report contains all of them. */
const printedMax = 10

const firstInWords = (figures: Figures) =>
  inWords(Object.fromEntries(Object.entries(figures).slice(0, printedMax)))

function judge(outcome: Outcome, size: Size): Outcome {
  return size === 'full'
    ? { ...outcome, broken: [...outcome.broken, ...(outcome.late ?? [])] }
    : outcome
}

/**
 * Runs a part once. Reports errors of the run and of the end of its scene once, together with the
 * findings.
 */
async function proveOnce(part: Part, scene: Scene): Promise<Outcome> {
  const thrown = new Set<string>()
  const keep = (error: unknown) =>
    void thrown.add(error instanceof Error ? (error.stack ?? error.message) : String(error))
  const outcome = await part.prove(scene).catch((error: unknown): Outcome => {
    keep(error)
    return { broken: [], figures: {}, tally: {} }
  })
  await scene.end().catch(keep)
  throwIfStopped()
  const { broken, figures, tally, untried = [], late = [] } = outcome
  return { broken, figures, tally, untried, late, thrown: [...thrown] }
}

const seconds = (begun: number) => ((performance.now() - begun) / 1_000).toFixed(0).padStart(5)
