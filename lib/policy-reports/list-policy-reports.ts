import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db'
import { type ListedPolicyReport, policyReportLimits } from './policy-report'

/**
 * What was reported, what was seen last first.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseAway
 */
export async function listPolicyReports(actor: Actor | undefined): Promise<ListedPolicyReport[]> {
  requireRole(actor, 'owner')
  return query((client) =>
    client.policyReport.findMany({ orderBy: [{ lastAt: 'desc' }, { id: 'desc' }], take: policyReportLimits.kindsMax }),
  )
}

/**
 * Forgets all that was reported.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseAway
 */
export async function clearPolicyReports(actor: Actor | undefined): Promise<void> {
  requireRole(actor, 'owner')
  await query((client) => client.policyReport.deleteMany())
}
