import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { batchRows, inBatches } from '@/lib/db/in-batches'
import { NotFound } from '@/lib/errors'
import { judgedShard } from './judge-suspects'

/**
 * Undoes a verdict on suspects: accepted views are no longer counted, dropped ones are no longer
 * refusals, and all await a verdict again.
 * @param verdictId as returned by `listVerdicts`
 * @returns the number of views
 * @throws AppError `unauthorized`, `forbidden`, `not-found` if it was already undone or is older
 * than a day; DatabaseUnavailable
 */
export async function undoVerdict(actor: Actor | undefined, verdictId: string): Promise<number> {
  requireRole(actor, 'owner')
  let views = 0
  await inBatches(async () => {
    const [undone] = await query(
      (client) => client.$queryRaw<{ rows: number; views: number }[]>`
        WITH chosen AS MATERIALIZED (
          SELECT day, network, post_id FROM judged_suspects WHERE verdict_id = ${verdictId}::uuid
           ORDER BY 1, 2, 3 LIMIT ${batchRows}::integer FOR UPDATE
        ), gone AS (
          DELETE FROM judged_suspects AS judged USING chosen
           WHERE judged.verdict_id = ${verdictId}::uuid AND judged.day = chosen.day
             AND judged.network = chosen.network
             AND judged.post_id = chosen.post_id
          RETURNING judged.*
        ), waiting AS (
          INSERT INTO view_suspects (day, network, post_id, views) SELECT day, network, post_id,
            views FROM gone ORDER BY 1, 2, 3
          ON CONFLICT (day, network, post_id) DO UPDATE
            SET views = view_suspects.views + excluded.views
        ), uncounted AS (
          UPDATE view_counts SET views = view_counts.views - accepted.views
            FROM (SELECT post_id, day, sum(views) AS views FROM gone WHERE accepted
              GROUP BY 1, 2) AS accepted
           WHERE view_counts.post_id = accepted.post_id AND view_counts.day = accepted.day
             AND shard = ${judgedShard}::smallint
        ), unrefused AS (
          UPDATE view_refusals SET views = view_refusals.views - dropped.views
            FROM (SELECT day, sum(views) AS views FROM gone WHERE NOT accepted
              GROUP BY 1) AS dropped
           WHERE view_refusals.day = dropped.day AND reason = 'suspect'
             AND shard = ${judgedShard}::smallint
        )
        SELECT count(*)::integer AS rows, coalesce(sum(views), 0)::float8 AS views FROM gone`,
    )
    views += undone?.views ?? 0
    return undone?.rows ?? 0
  })
  if (views === 0) throw new NotFound('verdict', verdictId)
  return views
}
