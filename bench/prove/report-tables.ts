import type { Mutant } from './mutants'
import { inWords, isUntried, type MutantReport, type PartReport } from './report'

/** A cell of a table holds no line break, and no bar that is not escaped; of long words their beginning. */
function cell(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')
  return line.length > 200 ? `${line.slice(0, 200)} …` : line
}

const on = ({ endedAt, commit }: { endedAt: string; commit?: string }) => `${endedAt.slice(0, 10)}${commit ? `, ${commit}` : ''}`

/** What did not hold is told before what could not be tried, and neither is ever a tick. */
function verdictOf(report: PartReport): string {
  if (!report.held) return '✗'
  return isUntried(report) ? `not tried: ${cell(report.untried.join('; '))}` : '✓'
}

/** The table of the last figures. */
export function tableOfParts(reports: PartReport[]): string {
  const rows = reports.map((report) => {
    const { name, promise, runs, size, figures } = report
    const times = isUntried(report) ? '–' : `${runs}${size === 'full' ? '' : ' short'}`
    return `| \`${name}\` | ${promise} | ${verdictOf(report)} | ${inWords(figures)} | ${times} | ${on(report)} |`
  })
  return ['| part | must hold | | worst measured | runs | on |', '|---|---|---|---|---|---|', ...rows].join('\n')
}

/** The table of the mutants, and what the parts that must see them last said. */
export function tableOfMutants(mutants: readonly Mutant[], reports: PartReport[]): string {
  const rows = mutants.map(({ name, what, caughtBy }) => {
    const tried = Object.keys(caughtBy).map((part) => ({ part, last: lastOf(reports, part, name) }))
    const said = tried.map(({ last }) => (last ? `${last.isSeen ? '✓' : '✗'} ${cell(last.said)}` : 'not recorded yet'))
    const when = tried.flatMap(({ last }) => (last ? [on(last)] : []))
    return `| ${what} | ${tried.map(({ part }) => `\`${part}\``).join(', ')} | ${said.join('<br>')} | ${[...new Set(when)].join('<br>')} |`
  })
  return ['| mutant | must fail | it said | on |', '|---|---|---|---|', ...rows].join('\n')
}

function lastOf(reports: PartReport[], part: string, mutant: string): MutantReport | undefined {
  return reports.find(({ name }) => name === part)?.mutants?.find((tried) => tried.mutant === mutant)
}
