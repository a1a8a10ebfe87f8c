import { mutants } from '@/tools/prove/mutants'
import { parts } from '@/tools/prove/parts'
import { lastLine, type PartReport } from './report'
import {
  listOfMachines,
  listsOfFigures,
  sharesOf,
  tableOfMutants,
  tableOfParts,
} from './report-tables'

/** `docs/reliability.md` with its tables made anew of what is recorded. */
export function pageWith(text: string, reports: PartReport[]): string {
  const tables = {
    'last line': `*${lastLine(reports)}*`,
    shares: `The faults are of ${sharesOf(reports, 'faults')}; the bad inputs of ${sharesOf(reports, 'badInputs')}.`,
    machines: listOfMachines(reports),
    figures: tableOfParts(reports, parts),
    'all figures': listsOfFigures(reports, parts),
    mutants: tableOfMutants(mutants, reports),
  }
  return Object.entries(tables).reduce(
    (page, [what, table]) => replaceBetween(page, what, table),
    text,
  )
}

function replaceBetween(text: string, what: string, table: string): string {
  const place = new RegExp(`(<!-- ${what}: [^\\n]* -->\\n)[^]*(\\n<!-- /${what} -->)`)
  if (!place.test(text)) throw new Error(`docs/reliability.md has lost its place for the ${what}`)
  return text.replace(place, (_, begin: string, end: string) => `${begin}${table}${end}`)
}
