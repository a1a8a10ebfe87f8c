import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { batchRows, inBatches } from '@/lib/db/in-batches'
import { NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'

const groupsMax = 50

/** Views of one network on one day beyond the limit. The network is an irreversible hash. */
type SuspectGroup = {
  day: string
  network: string
  views: number
  posts: { slug: string; title: string; views: number }[]
}

/** The latest groups, and the total numbers of groups and views. */
export type Suspects = { groups: SuspectGroup[]; count: number; views: number }

/**
 * Returns the views that await a verdict of the owner by day and network: the latest and largest
 * first, at most fifty.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listSuspects(actor: Actor | undefined): Promise<Suspects> {
  requireRole(actor, 'owner')
  const rows = await queryRows<SuspectGroup & { groupCount: number; viewCount: number }>`
    WITH groups AS (
      SELECT day, network, sum(views) AS views, count(*) OVER ()::integer AS "groupCount",
        sum(sum(views)) OVER ()::float8 AS "viewCount"
        FROM view_suspects GROUP BY day, network ORDER BY day DESC, sum(views) DESC, network
          LIMIT ${groupsMax}::integer
    )
    SELECT day::text, network::text, views::float8 AS views, "groupCount", "viewCount",
           (SELECT jsonb_agg(jsonb_build_object('slug', slug, 'title', title, 'views',
             suspect.views) ORDER BY suspect.views DESC, slug)
              FROM view_suspects AS suspect JOIN threads ON threads.id = post_id
             WHERE suspect.day = groups.day AND suspect.network = groups.network) AS posts
      FROM groups ORDER BY groups.day DESC, groups.views DESC, network`
  return {
    groups: rows.map(({ day, network, views, posts }) => ({ day, network, views, posts })),
    count: rows[0]?.groupCount ?? 0,
    views: rows[0]?.viewCount ?? 0,
  }
}

/** Separate shard for views with a verdict, which counting does not lock. */
const judgedShard = -2

/** Accepted views are added to their post and day, discarded ones to the refusals. */
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
 * Accepts or discards suspicious views. The verdict can be undone for a day.
 * @param suspects the views of a network on a day, or all views up to a day
 * @returns the number of views
 * @throws AppError `unauthorized`, `forbidden`, `not-found` if there are none; DatabaseUnavailable
 */
export async function reviewSuspects(
  actor: Actor | undefined,
  verdict: keyof typeof outcomes,
  { day, network }: { day: string; network?: string | undefined },
): Promise<number> {
  requireRole(actor, 'owner')
  const chosen =
    network === undefined
      ? Prisma.sql`day <= ${day}::date`
      : Prisma.sql`day = ${day}::date AND network = ${network}::uuid`
  const verdictId = randomUUID()
  const move = Prisma.sql`
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
    ), judged AS (${outcomes[verdict]})`
  return moveViews(move, 'suspects', day)
}

/**
 * Runs a statement in batches.
 * @param move deletes at most `batchRows` rows as `gone` and stores their views elsewhere
 * @returns the number of views
 * @throws NotFound if there are none; DatabaseUnavailable
 */
async function moveViews(move: Prisma.Sql, thing: string, id: string): Promise<number> {
  let views = 0
  await inBatches(async () => {
    const [moved] = await queryRows<{ rows: number; views: number }>`
      ${move}
      SELECT count(*)::integer AS rows, coalesce(sum(views), 0)::float8 AS views FROM gone`
    views += moved?.views ?? 0
    return moved?.rows ?? 0
  })
  if (views === 0) throw new NotFound(thing, id)
  return views
}

const verdictsMax = 10

/** A verdict on suspicious views that can still be undone. */
export type SuspectVerdict = {
  id: string
  accepted: boolean
  views: number
  groups: number
  judgedAt: Date
}

/**
 * Returns the verdicts of the last day, newest first, at most ten.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listVerdicts(actor: Actor | undefined): Promise<SuspectVerdict[]> {
  requireRole(actor, 'owner')
  return queryRows<SuspectVerdict>`
    SELECT verdict_id::text AS id, bool_and(accepted) AS accepted, sum(views)::float8 AS views,
           count(DISTINCT (day, network))::integer AS groups, max(judged_at) AS "judgedAt"
      FROM judged_suspects GROUP BY verdict_id ORDER BY max(judged_at) DESC, verdict_id
        LIMIT ${verdictsMax}::integer`
}

/**
 * Undoes a verdict on suspicious views: accepted views are no longer counted, discarded ones are no
 * longer refusals, and all await a verdict again.
 * @param verdictId as returned by `listVerdicts`
 * @returns the number of views
 * @throws AppError `unauthorized`, `forbidden`, `not-found` if it was already undone or is older
 * than a day; DatabaseUnavailable
 */
export async function undoVerdict(actor: Actor | undefined, verdictId: string): Promise<number> {
  requireRole(actor, 'owner')
  const move = Prisma.sql`
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
    )`
  return moveViews(move, 'verdict', verdictId)
}
