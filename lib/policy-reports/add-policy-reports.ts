import 'server-only'
import { query } from '@/lib/db'
import { type PolicyReport, policyReportLimits } from './policy-report'

/**
 * Keeps what was reported: of each kind once, with how often. Where there are too many kinds, those that were seen longest
 * ago are gone.
 * @throws DatabaseAway
 */
export async function addPolicyReports(reports: readonly PolicyReport[]): Promise<void> {
  if (reports.length === 0) return
  // What a body says twice would be one row to be changed twice, which a statement refuses.
  const kinds = [...new Map(reports.map((report) => [JSON.stringify(report), report])).values()]
  await query(
    (client) => client.$executeRaw`
      INSERT INTO policy_reports (page, directive, blocked, source, line)
      SELECT page, directive, blocked, source, line FROM jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb)
          AS said(page text, directive text, blocked text, source text, line integer)
      ON CONFLICT (page, directive, blocked, source, line)
      DO UPDATE SET times = least(policy_reports.times, 2147483646) + 1, last_at = now()`,
  )
  await query(
    (client) => client.$executeRaw`
      DELETE FROM policy_reports
       WHERE id IN (SELECT id FROM policy_reports ORDER BY last_at DESC, id DESC OFFSET ${policyReportLimits.kindsMax})`,
  )
}
