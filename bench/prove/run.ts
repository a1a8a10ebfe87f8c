/**
 * `npm run prove`: what it carries, what it survives, what it refuses, and that nothing is lost. It starts the
 * production server, PostgreSQL and Redis itself, on free ports and in empty directories.
 *
 *     npm run prove                        everything, each part five times (hours)
 *     npm run prove -- postgres-kill       one part; several by their names
 *     npm run prove -- --short             each part once and small (minutes), but those that tests hold in small
 *     npm run prove -- --runs 1            how often
 *     npm run prove -- --report FILE       what was measured, as JSON
 *     npm run prove -- --record            and into docs/reliability.md
 *     npm run prove -- --mutants           whether the proof can fail
 *     npm run prove -- --list              what there is
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { build } from '@/bench/copy-checkout'
import { providePrograms } from '@/lib/testing/find-program'
import { proveMutants } from './mutants'
import { parts } from './parts'
import { provePart } from './prove-part'
import { recordReport } from './record-report'
import { type PartReport, sumUp } from './report'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    runs: { type: 'string' },
    report: { type: 'string' },
    record: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})

function chosenParts() {
  const unknown = positionals.filter((name) => !parts.some((part) => part.name === name))
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}. There are: ${parts.map(({ name }) => name).join(' ')}`)
  if (positionals.length > 0) return parts.filter(({ name }) => positionals.includes(name))
  if (!values.short) return parts
  for (const { name, inTests } of parts)
    if (inTests) console.log(`${name} is left out of the short form: ${inTests} holds much the same, smaller`)
  return parts.filter(({ inTests }) => !inTests)
}

async function main(): Promise<boolean> {
  if (values.mutants) {
    providePrograms()
    return proveMutants(positionals)
  }
  const chosen = chosenParts()
  if (values.list) {
    for (const { name, promise } of chosen) console.log(`${name.padEnd(24)} ${promise}`)
    return true
  }
  providePrograms()
  const size = values.short ? 'short' : 'full'
  if (!values.built) {
    console.log('building …')
    build(process.cwd())
  }
  const reports: PartReport[] = []
  const waiting = [...chosen]
  const proveWaiting = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const runs = Number(values.runs ?? (values.short ? 1 : (part.runs ?? 5)))
      reports.push(await provePart(part, { size, runs, checkout: process.cwd() }))
      if (values.report) writeFileSync(values.report, JSON.stringify({ parts: chosen.map(({ name }) => name), reports }, null, 2))
    }
  }
  // Most of a part is waiting. Where time is not judged, two wait at once.
  await Promise.all([proveWaiting(), ...(values.short ? [proveWaiting()] : [])])
  if (values.record) recordReport(reports)
  console.log(`\n${sumUp(reports)}`)
  return reports.every(({ held }) => held)
}

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
