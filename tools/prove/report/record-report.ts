import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { parts } from '@/tools/prove/parts'
import type { TriedMutant } from '@/tools/prove/run-mutants'
import { keepMutants, keepStronger } from './merge-reports'
import { type PartReport, partReport } from './report'
import { pageWith } from './report-page'

const kept = path.resolve('docs/reliability.json')
const page = path.resolve('docs/reliability.md')

/**
 * Writes the last figures into `docs/reliability.json`, a part at a time, and rewrites the tables
 * of `docs/reliability.md`. Refuses a report that is weaker than the recorded one, and prints why.
 */
export function recordReport(reports: PartReport[]): void {
  const { kept: latest, refused } = keepStronger(readKept(), reports)
  for (const words of refused) console.log(words)
  write(latest)
}

/** Rewrites the tables from the record, for example after a promise was reworded. */
export function rewriteTables(): void {
  recordReport([])
}

/** Writes the mutant results to the report of each part and rewrites the table of mutants. */
export function recordMutants(tried: TriedMutant[]): void {
  const known = readKept()
  for (const { part } of tried)
    if (!known.some(({ name }) => name === part))
      console.log(`${part} has no record yet that its mutants could stand beside`)
  write(keepMutants(known, tried))
}

function readKept(): PartReport[] {
  return existsSync(kept) ? z.array(partReport).parse(JSON.parse(readFileSync(kept, 'utf8'))) : []
}

function write(latest: Map<string, PartReport>): void {
  const ordered = parts.flatMap(({ name }) => latest.get(name) ?? [])
  writeFileSync(kept, `${JSON.stringify(ordered, null, 2)}\n`)
  writeFileSync(page, pageWith(readFileSync(page, 'utf8'), ordered))
}
