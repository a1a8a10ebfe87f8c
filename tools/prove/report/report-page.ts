import { type Mutant, mutants } from '@/tools/prove/mutants'
import type { Part } from '@/tools/prove/part'
import { parts } from '@/tools/prove/parts'
import { isSkipped, lastLine, type MutantReport, type PartReport } from './report'

/** Returns `docs/reliability.md` with its generated sections rewritten from the record. */
export function updatePage(text: string, reports: PartReport[]): string {
  const sections = {
    // Wrapped, because lines of the docs have at most 100 columns.
    'last line': `*${lastLine(reports).replace(' inputs · ', ' inputs ·\n')}*`,
    parts: tableOfParts(reports, parts),
    mutants: tableOfMutants(mutants, reports),
  }
  return Object.entries(sections).reduce(
    (page, [name, content]) => replaceSection(page, name, content),
    text,
  )
}

function replaceSection(text: string, name: string, content: string): string {
  const section = new RegExp(`(<!-- ${name}: [^\\n]* -->\\n)[^]*(\\n<!-- /${name} -->)`)
  if (!section.test(text)) throw new Error(`docs/reliability.md has no section for the ${name}`)
  return text.replace(section, (_, begin: string, end: string) => `${begin}${content}${end}`)
}

type PartInfo = Pick<Part, 'name' | 'promise' | 'summary' | 'runs'>

/**
 * Returns the table of the parts: the promise in at most 18 words, the verdict, and the recorded
 * commit.
 */
export function tableOfParts(reports: PartReport[], parts: readonly PartInfo[]): string {
  const rows = reports.map((report) => {
    const part = parts.find(({ name }) => name === report.name)
    const promise = part?.summary ?? part?.promise ?? report.promise
    return (
      `| \`${report.name}\` | ${cell(promise)} | ` +
      `${verdictOf(report, part)} | ${recordedOn(report, part)} |`
    )
  })
  return ['| part | promise | result | recorded |', '|---|---|---|---|', ...rows].join('\n')
}

/**
 * Returns the verdict. A failure takes precedence over a skipped check. A result for another
 * promise is marked.
 */
function verdictOf(report: PartReport, part: PartInfo | undefined): string {
  if (report.passed && isSkipped(report)) return `skipped: ${cell(report.skipped.join('; '))}`
  const mark = report.promise === part?.promise ? '' : ' (earlier promise)'
  return `${report.passed ? '✓' : '✗'}${mark}`
}

/** Returns the date and the commit, and the size of the run if it is less than a full one. */
function recordedOn(report: PartReport, part: PartInfo | undefined): string {
  const { size, runs, endedAt, commit } = report
  const isFewer = !isSkipped(report) && runs < (part?.runs ?? 5)
  const dateAndCommit = `${endedAt.slice(0, 10)}${commit ? `, ${commit}` : ''}`
  return [
    dateAndCommit,
    ...(size === 'short' ? ['short form'] : []),
    ...(isFewer ? [`${runs} of ${part?.runs ?? 5} runs`] : []),
  ].join(', ')
}

/**
 * Returns the table of the mutants: the parts that must fail with each, and whether all of them
 * did.
 */
export function tableOfMutants(mutants: readonly Mutant[], reports: PartReport[]): string {
  const rows = mutants.map(({ name, what, caughtBy }) => {
    const names = Object.keys(caughtBy)
    const results = names.map((part) => lastOf(reports, part, name))
    const parts = names.map((part) => `\`${part}\``).join(', ')
    return `| ${cell(what)} | ${parts} | ${detectionStatus(results)} |`
  })
  return ['| mutant | part that must fail | detected |', '|---|---|---|', ...rows].join('\n')
}

function detectionStatus(tried: (MutantReport | undefined)[]): string {
  const recorded = tried.filter((last) => last !== undefined)
  if (recorded.length < tried.length) return 'not recorded'
  const when = [...new Set(recorded.map(({ endedAt }) => endedAt.slice(0, 10)))].join(', ')
  return `${recorded.every(({ isDetected }) => isDetected) ? '✓' : '✗'} ${when}`
}

function lastOf(reports: PartReport[], part: string, mutant: string): MutantReport | undefined {
  return reports
    .find(({ name }) => name === part)
    ?.mutants?.find((tried) => tried.mutant === mutant)
}

/** Returns text that fits into a table cell: no line breaks, and escaped bars. */
const cell = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')
