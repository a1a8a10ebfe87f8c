import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { parts } from '@/tools/prove/parts'
import type { MutantResult } from '@/tools/prove/run-mutants'
import { mergeMutantResults, mergeReports } from './merge-reports'
import { type PartReport, partReport } from './report'
import { updatePage } from './report-page'

const recordFile = path.resolve('docs/reliability.json')
const pageFile = path.resolve('docs/reliability.md')

/**
 * Writes the last figures into `docs/reliability.json`, a part at a time, and rewrites the tables
 * of `docs/reliability.md`. Refuses a report that is weaker than the recorded one, and prints why.
 */
export function recordReport(reports: PartReport[]): void {
  const { merged: latest, refused } = mergeReports(readRecord(), reports)
  for (const explanation of refused) console.log(explanation)
  write(latest)
}

/** Rewrites the tables from the record, for example after a promise was reworded. */
export function rewriteTables(): void {
  recordReport([])
}

/** Writes the mutant results to the report of each part and rewrites the table of mutants. */
export function recordMutants(tried: MutantResult[]): void {
  const known = readRecord()
  for (const { part } of tried)
    if (!known.some(({ name }) => name === part))
      console.log(`${part} has no record yet, so its mutant results were not recorded`)
  write(mergeMutantResults(known, tried))
}

function readRecord(): PartReport[] {
  return existsSync(recordFile)
    ? z.array(partReport).parse(JSON.parse(readFileSync(recordFile, 'utf8')))
    : []
}

function write(latest: Map<string, PartReport>): void {
  const ordered = parts.flatMap(({ name }) => latest.get(name) ?? [])
  writeFileSync(recordFile, `${JSON.stringify(ordered, null, 2)}\n`)
  writeFileSync(pageFile, updatePage(readFileSync(pageFile, 'utf8'), ordered))
}
