import type { MutantResult } from '@/tools/prove/run-mutants'
import { isSkipped, type PartReport } from './report'

/**
 * Compares the strength of two reports: tried before skipped, full before short, more runs before
 * fewer. A passed result for another promise counts for nothing, but rewording does not clear a
 * failure. A failure is never weaker.
 */
function isWeaker(fresh: PartReport, known: PartReport): boolean {
  if (!fresh.passed || (known.passed && fresh.promise !== known.promise)) return false
  const strengthOf = (report: PartReport) => [
    Number(!isSkipped(report)),
    Number(report.size === 'full'),
    report.runs,
  ]
  const ofFresh = strengthOf(fresh)
  const ofKnown = strengthOf(known)
  const differing = ofFresh.findIndex((weight, place) => weight !== ofKnown[place])
  return differing >= 0 && (ofFresh[differing] ?? 0) < (ofKnown[differing] ?? 0)
}

const runsOf = (report: PartReport) =>
  isSkipped(report) ? 'skipped' : `${report.runs} ${report.size}`

/**
 * Merges new reports into the record. A passed report does not replace a stronger one, so fewer
 * runs never clear a failure. A failed report always replaces. Mutant results stay until they are
 * tried again.
 * @returns the merged reports, and explanations for the refused ones
 */
export function mergeReports(
  known: PartReport[],
  fresh: PartReport[],
): { merged: Map<string, PartReport>; refused: string[] } {
  const merged = new Map(known.map((report) => [report.name, report]))
  const refused: string[] = []
  for (const report of fresh) {
    const last = merged.get(report.name)
    if (last && isWeaker(report, last))
      refused.push(
        `${report.name} keeps its record (${runsOf(last)}): ` +
          `the new result (${runsOf(report)}) is weaker`,
      )
    else merged.set(report.name, { ...report, ...(last?.mutants && { mutants: last.mutants }) })
  }
  return { merged, refused }
}

/** Merges mutant results into the reports of their parts. */
export function mergeMutantResults(
  known: PartReport[],
  tried: MutantResult[],
): Map<string, PartReport> {
  return new Map(
    known.map((report) => {
      const fresh = tried
        .filter(({ part }) => part === report.name)
        .map(({ report: result }) => result)
      const others = (report.mutants ?? []).filter(
        ({ mutant }) => !fresh.some((result) => result.mutant === mutant),
      )
      const mutants = [...others, ...fresh]
      return [report.name, mutants.length > 0 ? { ...report, mutants } : report]
    }),
  )
}
