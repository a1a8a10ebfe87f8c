import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { markSizes } from './mark-sizes'
import { parts } from './parts'
import { inWords } from './prove-part'
import { type PartReport, partReport } from './report'

const kept = path.resolve('docs/reliability.json')
const page = path.resolve('docs/reliability.md')
/** It cites parts, and says in which form each was recorded. */
const citing = path.resolve('docs/scale.md')
const [begin, end] = ['<!-- figures: npm run prove -- --record -->', '<!-- /figures -->']

/**
 * Puts the last figures into `docs/reliability.json`, a part at a time, and all of them as a table into
 * `docs/reliability.md`; `docs/scale.md` says of each part that it cites how it was run.
 */
export function recordReport(reports: PartReport[]): void {
  const known = existsSync(kept) ? z.array(partReport).parse(JSON.parse(readFileSync(kept, 'utf8'))) : []
  const latest = new Map([...known, ...reports].map((report) => [report.name, report]))
  const ordered = parts.flatMap(({ name }) => latest.get(name) ?? [])
  writeFileSync(kept, `${JSON.stringify(ordered, null, 2)}\n`)
  const rows = ordered.map(
    ({ name, promise, held, untried, runs, figures, size, endedAt }) =>
      `| \`${name}\` | ${promise} | ${untried.length > 0 ? `not tried: ${untried.join('; ')}` : held ? '✓' : '✗'} | ${inWords(figures)} | ${runs}${size === 'full' ? '' : ' short'} | ${endedAt.slice(0, 10)} |`,
  )
  const table = ['| part | must hold | | worst measured | runs | on |', '|---|---|---|---|---|---|', ...rows].join('\n')
  const text = readFileSync(page, 'utf8')
  const [before, after] = [text.split(begin)[0], text.split(end)[1]]
  if (before === undefined || after === undefined) throw new Error(`${page} has lost its place for the figures`)
  writeFileSync(page, `${before}${begin}\n${table}\n${end}${after}`)
  writeFileSync(citing, markSizes(readFileSync(citing, 'utf8'), ordered))
}
