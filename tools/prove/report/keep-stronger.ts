import type { TriedMutant } from '@/tools/prove/prove-mutants'
import { isUntried, type PartReport } from './report'

/**
 * What was tried stands before what was not, full before short, and more runs before fewer; what held another promise before
 * nothing, but other words clear no failure. What did not hold is news, however often it was tried.
 */
function isWeaker(fresh: PartReport, known: PartReport): boolean {
  if (!fresh.held || (known.held && fresh.promise !== known.promise)) return false
  const weigh = (report: PartReport) => [
    Number(!isUntried(report)),
    Number(report.size === 'full'),
    report.runs,
  ]
  const [ofFresh, ofKnown] = [weigh(fresh), weigh(known)]
  const differing = ofFresh.findIndex((weight, place) => weight !== ofKnown[place])
  return differing >= 0 && (ofFresh[differing] ?? 0) < (ofKnown[differing] ?? 0)
}

const runsOf = (report: PartReport) =>
  isUntried(report) ? 'not tried' : `${report.runs} ${report.size}`

/**
 * The record with what was measured since. What held does not take the place of what says more, and so clears no failure by
 * fewer runs; what did not hold always does. What was said of mutants stays until they are tried again.
 * @returns `refused` in words
 */
export function keepStronger(
  known: PartReport[],
  fresh: PartReport[],
): { kept: Map<string, PartReport>; refused: string[] } {
  const kept = new Map(known.map((report) => [report.name, report]))
  const refused: string[] = []
  for (const report of fresh) {
    const last = kept.get(report.name)
    if (last && isWeaker(report, last))
      refused.push(`${report.name} stays recorded as ${runsOf(last)}: ${runsOf(report)} says less`)
    else kept.set(report.name, { ...report, ...(last?.mutants && { mutants: last.mutants }) })
  }
  return { kept, refused }
}

/** The record with what parts said of mutants, each beside its part. */
export function keepMutants(known: PartReport[], tried: TriedMutant[]): Map<string, PartReport> {
  return new Map(
    known.map((report) => {
      const fresh = tried.filter(({ part }) => part === report.name).map(({ report: said }) => said)
      const others = (report.mutants ?? []).filter(
        ({ mutant }) => !fresh.some((said) => said.mutant === mutant),
      )
      const mutants = [...others, ...fresh]
      return [report.name, mutants.length > 0 ? { ...report, mutants } : report]
    }),
  )
}
