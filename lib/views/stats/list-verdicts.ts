import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'

const verdictsMax = 10

/** A verdict on suspects that can still be undone. */
export type SuspectVerdict = {
  id: string
  accepted: boolean
  views: number
  crowds: number
  judgedAt: Date
}

/**
 * Returns the verdicts of the last day, latest first, at most ten.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listVerdicts(actor: Actor | undefined): Promise<SuspectVerdict[]> {
  requireRole(actor, 'owner')
  return query(
    (client) => client.$queryRaw<SuspectVerdict[]>`
      SELECT verdict_id::text AS id, bool_and(accepted) AS accepted, sum(views)::float8 AS views,
             count(DISTINCT (day, network))::integer AS crowds, max(judged_at) AS "judgedAt"
        FROM judged_suspects GROUP BY verdict_id ORDER BY max(judged_at) DESC, verdict_id
          LIMIT ${verdictsMax}::integer`,
  )
}
