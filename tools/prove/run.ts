/**
 * `npm run prove`: what it carries, what it survives, what it refuses, and that nothing is lost. It starts the
 * production server, PostgreSQL and Redis itself, on free ports and in empty directories.
 * `npm run prove -- --help` says how it is called.
 */
import { writeFileSync } from 'node:fs'
import { chooseNamed } from '@/bench/choose-named'
import { build, copyCheckout } from '@/bench/copy-checkout'
import { providePrograms } from '@/test/servers/find-program'
import { provedCommit } from '@/tools/prove/report/proved-commit'
import { recordMutants, recordReport, rewriteTables } from '@/tools/prove/report/record-report'
import { isUntried, type PartReport, type ProofReport, sumUp } from '@/tools/prove/report/report'
import { readArguments, readRuns, usage } from './command-line'
import { mutants } from './mutants'
import type { Part } from './part'
import { parts } from './parts'
import { proveMutants, sumUpMutants, type TriedMutant } from './prove-mutants'
import { provePart } from './prove-part'
import { stopInOrder } from './stop-in-order'

/** What the short form may add to the tests. It is told and not judged: machines differ. */
const shortSecondsMax = 180

type Arguments = ReturnType<typeof readArguments>

function chosenParts({ values, positionals }: Arguments): readonly Part[] {
  const chosen = chooseNamed(parts, positionals, 'part')
  if (!values.short || positionals.length > 0) return chosen
  for (const { name, inTests } of chosen)
    if (inTests)
      console.log(`${name} is left out of the short form: ${inTests} holds much the same, smaller`)
  return chosen.filter(({ inTests }) => !inTests)
}

/** Installs what these parts take. Where that fails, they say so themselves, and are left untried. */
function provideFor(chosen: readonly Part[]): void {
  try {
    providePrograms([...new Set(chosen.flatMap(({ needs = [] }) => needs))])
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
  }
}

async function proveChosenMutants({ values, positionals }: Arguments): Promise<boolean> {
  const chosen = chooseNamed(mutants, positionals, 'mutant')
  if (values.list) {
    for (const { name, what, caughtBy } of chosen)
      console.log(`${name.padEnd(30)} ${what}: ${Object.keys(caughtBy).join(', ')}`)
    return true
  }
  const commit = provedCommit({ isRecorded: values.record })
  provideFor(parts.filter(({ name }) => chosen.some(({ caughtBy }) => name in caughtBy)))
  const told = (tried: TriedMutant[]) => {
    if (values.record) recordMutants(tried)
  }
  const tried = await proveMutants(chosen, { commit, told })
  console.log(`\n${sumUpMutants(tried)}`)
  return tried.length > 0 && tried.every(({ report }) => report.isSeen)
}

/** @throws in one line, where it cannot be written */
function writeReport(file: string | undefined, report: ProofReport): void {
  if (file === undefined) return
  try {
    writeFileSync(file, JSON.stringify(report, null, 2))
  } catch (error) {
    throw new Error(
      `--report cannot be written: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    )
  }
}

const secondsSince = (begun: number) => Math.round((performance.now() - begun) / 1_000)

/** A copy of the checkout with a build of its own: whoever runs from this one would be without his. */
async function buildCopy(): Promise<string> {
  console.log('building a copy of the checkout, a minute or two …')
  const begun = performance.now()
  const copy = await copyCheckout()
  await build(copy)
  console.log(`the build took ${secondsSince(begun)} s`)
  return copy
}

/** @throws where the copy is not of the commit that is to be recorded: before it was made, mutants may have been tried for hours */
function expectSameCommit(commit: string | undefined, { values }: Arguments): void {
  if (values.record && provedCommit({ isRecorded: true }) !== commit)
    throw new Error('another commit was checked out meanwhile: nothing is recorded')
}

/** Who asks for a part by its name wants it tried; of all of them, some. */
function hasProved(reports: PartReport[], { positionals }: Arguments): boolean {
  const tried = reports.filter((report) => !isUntried(report))
  return (
    reports.every(({ held }) => held) &&
    tried.length > 0 &&
    (positionals.length === 0 || tried.length === reports.length)
  )
}

async function main(): Promise<boolean> {
  const given = readArguments(process.argv.slice(2))
  const { values } = given
  if (values.help) console.log(usage)
  if (values.tables) rewriteTables()
  if (values.help || values.tables) return true
  const wanted = values.runs === undefined ? undefined : readRuns(values.runs)
  if (values.mutants) return proveChosenMutants(given)
  const chosen = chosenParts(given)
  if (values.list) {
    for (const { name, promise } of chosen) console.log(`${name.padEnd(24)} ${promise}`)
    return true
  }
  const names = chosen.map(({ name }) => name)
  // Before all else: the first part may take an hour.
  writeReport(values.report, { parts: names, reports: [], seconds: 0 })
  const commit = provedCommit({ isRecorded: values.record })
  provideFor(chosen)
  const size = values.short ? 'short' : 'full'
  // The whole proof proves itself first: what cannot fail has held nothing.
  const canFail = values.short || given.positionals.length > 0 || (await proveChosenMutants(given))
  const checkout = values.built ? process.cwd() : await buildCopy()
  expectSameCommit(commit, given)
  const begun = performance.now()
  const reports: PartReport[] = []
  const waiting = [...chosen]
  const proveWaiting = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const runs = wanted ?? (values.short ? 1 : (part.runs ?? 5))
      const fresh = await provePart(part, { size, runs, checkout, commit })
      reports.push(fresh)
      // Each at once: of some hours' proof that is stopped, what was proved is kept.
      if (values.record) recordReport([fresh])
      writeReport(values.report, { parts: names, reports, seconds: secondsSince(begun) })
    }
  }
  // Most of a part is waiting. Where time is not judged, two wait at once.
  await Promise.all([proveWaiting(), ...(values.short ? [proveWaiting()] : [])])
  const isLong = values.short && secondsSince(begun) > shortSecondsMax
  console.log(
    `\n${chosen.length} ${chosen.length === 1 ? 'part' : 'parts'} took ${secondsSince(begun)} s${isLong ? ', and should be three minutes at most' : ''}`,
  )
  if (!canFail) console.log('✗ the proof itself: it did not see every mutant')
  console.log(sumUp(reports))
  return canFail && hasProved(reports, given)
}

stopInOrder()
try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
