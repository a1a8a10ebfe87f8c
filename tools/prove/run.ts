/**
 * `npm run prove` tests load, faults, invalid requests and data loss. It starts the production
 * server, PostgreSQL and Redis on free ports and in empty directories. `npm run prove -- --help`
 * explains the options.
 */
import { writeFileSync } from 'node:fs'
import { build, copyCheckout } from '@/bench/support/copy-checkout'
import { selectByName } from '@/bench/support/select-by-name'
import { providePrograms } from '@/test/servers/find-program'
import { recordMutants, recordReport, rewriteTables } from '@/tools/prove/report/record-report'
import {
  isSkipped,
  type PartReport,
  type ProofReport,
  summarize,
} from '@/tools/prove/report/report'
import { testedCommit } from '@/tools/prove/report/tested-commit'
import { readArguments, readRuns, usage } from './command-line'
import { mutants } from './mutants'
import type { Part } from './part'
import { parts } from './parts'
import { type MutantResult, runMutants, summarizeMutants } from './run-mutants'
import { runPart } from './run-part'
import { installShutdownHandlers } from './shutdown-handlers'

/**
 * The time that the short form may add to the tests, in seconds. Exceeding it is reported but
 * no failure, because machines differ.
 */
const shortSecondsMax = 180

type Arguments = ReturnType<typeof readArguments>

function chosenParts({ values, positionals }: Arguments): readonly Part[] {
  const chosen = selectByName(parts, positionals, 'part')
  if (!values.short || positionals.length > 0) return chosen
  for (const { name, inTests } of chosen)
    if (inTests) console.log(`${name} is not in the short form, because ${inTests} covers it`)
  return chosen.filter(({ inTests }) => !inTests)
}

/**
 * Installs the programs that the parts need. If this fails, the parts report it and are skipped.
 */
function provideFor(chosen: readonly Part[]): void {
  try {
    providePrograms([...new Set(chosen.flatMap(({ needs = [] }) => needs))])
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
  }
}

async function runChosenMutants({ values, positionals }: Arguments): Promise<boolean> {
  const chosen = selectByName(mutants, positionals, 'mutant')
  if (values.list) {
    for (const { name, what, caughtBy } of chosen)
      console.log(`${name.padEnd(30)} ${what}: ${Object.keys(caughtBy).join(', ')}`)
    return true
  }
  const commit = testedCommit({ isRecorded: values.record })
  provideFor(parts.filter(({ name }) => chosen.some(({ caughtBy }) => name in caughtBy)))
  const onResults = (results: MutantResult[]) => {
    if (values.record) recordMutants(results)
  }
  const tried = await runMutants(chosen, { commit, onResults })
  console.log(`\n${summarizeMutants(tried)}`)
  return tried.length > 0 && tried.every(({ report }) => report.isDetected)
}

/** @throws a one-line error if the file cannot be written */
function writeReport(file: string | undefined, report: ProofReport): void {
  if (file === undefined) return
  try {
    writeFileSync(file, JSON.stringify(report, null, 2))
  } catch (error) {
    throw new Error(
      `cannot write the --report file: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    )
  }
}

const secondsSince = (startedAt: number) => Math.round((performance.now() - startedAt) / 1_000)

/** Builds a copy of the checkout, so that the build of this checkout stays usable. */
async function buildCopy(): Promise<string> {
  console.log('building a copy of the checkout (1–2 minutes) …')
  const startedAt = performance.now()
  const copy = await copyCheckout()
  await build(copy)
  console.log(`the build took ${secondsSince(startedAt)} s`)
  return copy
}

/**
 * @throws if another commit was checked out since the start, because mutants may have run for hours
 * before the copy
 */
function expectSameCommit(commit: string | undefined, { values }: Arguments): void {
  if (values.record && testedCommit({ isRecorded: true }) !== commit)
    throw new Error('another commit was checked out during the run; nothing was recorded')
}

/**
 * Returns true if no part failed. Every part named on the command line must have been tried;
 * otherwise, at least one.
 */
function hasPassedAll(reports: PartReport[], { positionals }: Arguments): boolean {
  const tried = reports.filter((report) => !isSkipped(report))
  return (
    reports.every(({ passed }) => passed) &&
    tried.length > 0 &&
    (positionals.length === 0 || tried.length === reports.length)
  )
}

async function main(): Promise<boolean> {
  const commandLine = readArguments(process.argv.slice(2))
  const { values } = commandLine
  if (values.help) console.log(usage)
  if (values.tables) rewriteTables()
  if (values.help || values.tables) return true
  const requestedRuns = values.runs === undefined ? undefined : readRuns(values.runs)
  if (values.mutants) return runChosenMutants(commandLine)
  const chosen = chosenParts(commandLine)
  if (values.list) {
    for (const { name, promise } of chosen) console.log(`${name.padEnd(24)} ${promise}`)
    return true
  }
  const names = chosen.map(({ name }) => name)
  // Checks the file first, because the first part may take an hour.
  writeReport(values.report, { parts: names, reports: [], seconds: 0 })
  const commit = testedCommit({ isRecorded: values.record })
  provideFor(chosen)
  const size = values.short ? 'short' : 'full'
  // The full suite checks itself first, because checks that cannot fail prove nothing.
  const canFail =
    values.short || commandLine.positionals.length > 0 || (await runChosenMutants(commandLine))
  const checkout = values.built ? process.cwd() : await buildCopy()
  expectSameCommit(commit, commandLine)
  const startedAt = performance.now()
  const reports: PartReport[] = []
  const waiting = [...chosen]
  const runQueue = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const runs = requestedRuns ?? (values.short ? 1 : (part.runs ?? 5))
      const fresh = await runPart(part, { size, runs, checkout, commit })
      reports.push(fresh)
      // Records each part immediately, so that an aborted run keeps its results.
      if (values.record) recordReport([fresh])
      writeReport(values.report, { parts: names, reports, seconds: secondsSince(startedAt) })
    }
  }
  // Parts mostly wait, so two run concurrently if no time limits are enforced.
  await Promise.all([runQueue(), ...(values.short ? [runQueue()] : [])])
  const isLong = values.short && secondsSince(startedAt) > shortSecondsMax
  console.log(
    `\n${chosen.length} ${chosen.length === 1 ? 'part' : 'parts'} took ` +
      `${secondsSince(startedAt)} s${isLong ? ' (target: at most 180 s)' : ''}`,
  )
  if (!canFail) console.log('✗ the suite did not detect every mutant')
  console.log(summarize(reports))
  return canFail && hasPassedAll(reports, commandLine)
}

installShutdownHandlers()
try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
