import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { batchRows, inBatches } from '@/lib/db/in-batches'
import { NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'

/** Suspects of one network on one day, or all up to a day. */
export type ChosenSuspects = { day: string; network?: string | undefined }

/** Separate shard for judged views, which counting does not lock. */
export const judgedShard = -2

/** Accepted views are added to their post and day, dropped ones to the refusals. */
const outcomes = {
  accept: Prisma.sql`
    INSERT INTO view_counts (post_id, day, shard, views) SELECT post_id, day,
      ${judgedShard}::smallint, sum(views) FROM gone GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (post_id, day, shard) DO UPDATE SET views = view_counts.views + excluded.views`,
  drop: Prisma.sql`
    INSERT INTO view_refusals (day, reason, shard, views) SELECT day, 'suspect',
      ${judgedShard}::smallint, sum(views) FROM gone GROUP BY 1 ORDER BY 1
    ON CONFLICT (day, reason, shard) DO UPDATE SET views = view_refusals.views + excluded.views`,
}

/**
 * Accepts or drops suspect views. The verdict can be undone for a day: see undo-verdict.ts.
 * @returns the number of views
 * @throws AppError `unauthorized`, `forbidden`, `not-found` if there are none; DatabaseUnavailable
 */
export async function judgeSuspects(
  actor: Actor | undefined,
  verdict: keyof typeof outcomes,
  { day, network }: ChosenSuspects,
): Promise<number> {
  requireRole(actor, 'owner')
  const chosen =
    network === undefined
      ? Prisma.sql`day <= ${day}::date`
      : Prisma.sql`day = ${day}::date AND network = ${network}::uuid`
  const verdictId = randomUUID()
  let views = 0
  await inBatches(async () => {
    const [judged] = await query(
      (client) => client.$queryRaw<{ rows: number; views: number }[]>`
        WITH chosen AS MATERIALIZED (
          -- Locked in the same order as counting, to prevent deadlocks.
          SELECT day, network, post_id FROM view_suspects WHERE ${chosen} ORDER BY 1, 2, 3
            LIMIT ${batchRows}::integer FOR UPDATE
        ), gone AS (
          DELETE FROM view_suspects USING chosen
           WHERE view_suspects.day = chosen.day AND view_suspects.network = chosen.network
             AND view_suspects.post_id = chosen.post_id
          RETURNING view_suspects.*
        ), noted AS (
          INSERT INTO judged_suspects (verdict_id, day, network, post_id, views, accepted)
          SELECT ${verdictId}::uuid, day, network, post_id, views, ${verdict === 'accept'} FROM gone
        ), judged AS (${outcomes[verdict]})
        SELECT count(*)::integer AS rows, coalesce(sum(views), 0)::float8 AS views FROM gone`,
    )
    views += judged?.views ?? 0
    return judged?.rows ?? 0
  })
  if (views === 0) throw new NotFound('suspects', day)
  return views
}
