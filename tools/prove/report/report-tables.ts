import type { Mutant } from '@/tools/prove/mutants'
import type { Part } from '@/tools/prove/part'
import { headlinesOf } from './headline-figures'
import { inWords, isUntried, type MutantReport, measuredInWords, type PartReport } from './report'

/** A cell of a table holds no line break, and no bar that is not escaped; of long words their beginning. */
function cell(text: string): string {
  const line = escapeBars(text.replaceAll(/\s+/g, ' '))
  return line.length > 200 ? `${line.slice(0, 200)} …` : line
}

const escapeBars = (text: string) => text.replaceAll('|', '\\|')

const on = ({ endedAt, commit }: { endedAt: string; commit?: string }) =>
  `${endedAt.slice(0, 10)}${commit ? `, ${commit}` : ''}`

/**
 * What did not hold is told before what could not be tried, and neither is ever a tick. What held other words than the part
 * says today is no tick of these.
 */
function verdictOf(report: PartReport, part: Told | undefined): string {
  if (report.held && isUntried(report)) return `not tried: ${cell(report.untried.join('; '))}`
  return `${report.held ? '✓' : '✗'}${report.promise === part?.promise ? '' : ' of an older promise'}`
}

type Told = Pick<Part, 'name' | 'promise' | 'headlines'>

const partOf = ({ name }: PartReport, parts: readonly Told[]) =>
  parts.find((part) => part.name === name)

/** The table of the last figures, each of its rows held against what the part promises today. */
export function tableOfParts(reports: PartReport[], parts: readonly Told[]): string {
  const rows = reports.map((report) => {
    const { name, promise, runs, size, figures } = report
    const part = partOf(report, parts)
    const headlines = headlinesOf(part, figures)
    const all = isTold(figures, headlines) ? '' : `; all ${Object.keys(figures).length} below`
    const times = isUntried(report) ? '–' : `${runs}${size === 'full' ? '' : ' short'}`
    return `| \`${name}\` | ${promise} | ${verdictOf(report, part)} | ${escapeBars(inWords(headlines))}${all} | ${times} | ${Math.ceil(report.seconds / 60)} min | ${on(report)} |`
  })
  return [
    '| part | must hold | | worst measured | runs | took | on |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

const isTold = (figures: PartReport['figures'], headlines: PartReport['figures']) =>
  Object.entries(figures).every(([name, { value }]) => headlines[name]?.value === value)

/** All figures of each part of which the table tells some alone. */
export function listsOfFigures(reports: PartReport[], parts: readonly Told[]): string {
  const untold = reports.filter(
    (report) => !isTold(report.figures, headlinesOf(partOf(report, parts), report.figures)),
  )
  const lists = untold.map(({ name, figures }) => {
    const rows = Object.entries(figures).map(
      ([what, measured]) => `| ${cell(what)} | ${cell(measuredInWords(measured))} |`,
    )
    const summary = `<summary><code>${name}</code>: ${rows.length} figures</summary>`
    return [
      '<details>',
      summary,
      '',
      '| figure | worst measured |',
      '|---|---|',
      ...rows,
      '',
      '</details>',
    ].join('\n')
  })
  return lists.join('\n\n')
}

/** The table of the mutants, and what the parts that must see them last said. */
export function tableOfMutants(mutants: readonly Mutant[], reports: PartReport[]): string {
  const rows = mutants.map(({ name, what, caughtBy }) => {
    const tried = Object.keys(caughtBy).map((part) => ({ part, last: lastOf(reports, part, name) }))
    const said = tried.map(({ last }) =>
      last ? `${last.isSeen ? '✓' : '✗'} ${cell(last.said)}` : 'not recorded yet',
    )
    const when = tried.flatMap(({ last }) => (last ? [on(last)] : []))
    return `| ${what} | ${tried.map(({ part }) => `\`${part}\``).join(', ')} | ${said.join('<br>')} | ${[...new Set(when)].join('<br>')} |`
  })
  return ['| mutant | must fail | it said | on |', '|---|---|---|---|', ...rows].join('\n')
}

function lastOf(reports: PartReport[], part: string, mutant: string): MutantReport | undefined {
  return reports
    .find(({ name }) => name === part)
    ?.mutants?.find((tried) => tried.mutant === mutant)
}

/** Of which parts most of a count is: some are many small ones. */
export function sharesOf(reports: PartReport[], count: 'faults' | 'badInputs'): string {
  const number = new Intl.NumberFormat('en')
  return reports
    .filter(({ tally }) => tally[count] > 0)
    .toSorted((one, other) => other.tally[count] - one.tally[count])
    .map(({ name, tally }) => `\`${name}\` ${number.format(tally[count])}`)
    .join(', ')
}

/** The machines that were recorded on, each with its parts. */
export function listOfMachines(reports: PartReport[]): string {
  const nameOf = ({ machine }: PartReport) => machine ?? 'not noted'
  const on = (machine: string) =>
    reports.filter((report) => nameOf(report) === machine).map(({ name }) => `\`${name}\``)
  return [...new Set(reports.map(nameOf))]
    .map((machine) => `- ${machine}: ${on(machine).join(', ')}`)
    .join('\n')
}
