import type { Measured, Outcome, Part, Tally } from './part'
import type { PartReport } from './report'
import { Scene, type Size } from './scene'

const nothing: Tally = { requests: 0, faults: 0, badInputs: 0, lost: 0, ghosts: 0, doubles: 0 }

/** Proves a part so many times, tells how far it is, and keeps the worst. */
export async function provePart(part: Part, { size, runs, checkout }: { size: Size; runs: number; checkout: string }): Promise<PartReport> {
  console.log(`\n— ${part.name}: ${part.promise}`)
  const begun = performance.now()
  const outcomes: Outcome[] = []
  for (let run = 1; run <= runs; run++) {
    const say = (progress: string) => console.log(`${seconds(begun)} s  ${part.name} ${runs > 1 ? `${run}/${runs}  ` : ''}${progress}`)
    const outcome = judge(await proveOnce(part, new Scene(size, checkout, say)), size)
    say(
      outcome.broken.length > 0
        ? `✗ ${outcome.broken.join('; ')}`
        : outcome.untried?.length
          ? 'not tried'
          : `held ${inWords(outcome.figures)}`,
    )
    if (size === 'short') for (const words of outcome.late ?? []) say(`late, which the full proof would not let pass: ${words}`)
    outcomes.push(outcome)
  }
  const broken = outcomes.flatMap((outcome) => outcome.broken)
  const untried = [...new Set(outcomes.flatMap((outcome) => outcome.untried ?? []))]
  const figures = worstOf(outcomes)
  for (const why of untried) console.log(`– ${part.name}, not tried: ${why}`)
  console.log(`${broken.length > 0 ? '✗' : untried.length > 0 ? '–' : '✓'} ${part.name} ${inWords(figures)}`)
  return {
    name: part.name,
    promise: part.promise,
    size,
    runs,
    held: broken.length === 0,
    broken,
    untried,
    figures,
    tally: sumOf(outcomes),
    seconds: Math.round((performance.now() - begun) / 1_000),
    endedAt: new Date().toISOString(),
  }
}

function judge(outcome: Outcome, size: Size): Outcome {
  return size === 'full' ? { ...outcome, broken: [...outcome.broken, ...(outcome.late ?? [])] } : outcome
}

async function proveOnce(part: Part, scene: Scene): Promise<Outcome> {
  const faultOf = (error: unknown): Outcome => ({
    broken: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    figures: {},
    tally: {},
  })
  const outcome = await part.prove(scene).catch(faultOf)
  try {
    await scene.end()
    return outcome
  } catch (error) {
    return { ...outcome, broken: [...outcome.broken, ...faultOf(error).broken] }
  }
}

function worstOf(outcomes: Outcome[]): Record<string, Measured> {
  const worst: Record<string, Measured> = {}
  for (const [name, measured] of outcomes.flatMap(({ figures }) => Object.entries(figures))) {
    const known = worst[name]
    const isWorse = !known || (measured.worse === 'higher' ? measured.value > known.value : measured.value < known.value)
    if (isWorse) worst[name] = measured
  }
  return worst
}

function sumOf(outcomes: Outcome[]): Tally {
  const sum = { ...nothing }
  for (const { tally } of outcomes) {
    sum.requests += tally.requests ?? 0
    sum.faults += tally.faults ?? 0
    sum.badInputs += tally.badInputs ?? 0
    sum.lost += tally.lost ?? 0
    sum.ghosts += tally.ghosts ?? 0
    sum.doubles += tally.doubles ?? 0
  }
  return sum
}

const seconds = (begun: number) => ((performance.now() - begun) / 1_000).toFixed(0).padStart(5)

export function inWords(figures: Record<string, Measured>): string {
  return Object.entries(figures)
    .map(([name, { value, unit }]) => `${name} ${Number.isInteger(value) ? value : value.toFixed(value < 10 ? 2 : 0)}${unit && ` ${unit}`}`)
    .join(', ')
}
