import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryReplicaRows } from '@/lib/db/replica'
import { Prisma } from '@/lib/generated/prisma/client'
import { getBlog } from '@/lib/settings/get-blog'
import { daysOfSpan, type PostViews, type Span } from './span'

/** Number of posts that are summed first. Few posts of a blog have most of its views. */
const candidatesMax = 300

/**
 * Returns the most read posts of a span, most views first.
 * @param options.max the number of posts
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function getTopPosts(
  actor: Actor | undefined,
  span: Span,
  { max = 20, at = new Date() } = {},
): Promise<PostViews[]> {
  requireRole(actor, 'owner')
  const { first, last, length } = daysOfSpan(span, (await getBlog()).timeZone, at)
  // Queried only for the top posts.
  const before =
    first === null
      ? Prisma.sql`NULL::float8`
      : Prisma.sql`(SELECT coalesce(sum(views), 0)::float8 FROM view_counts
                     WHERE post_id = top.post_id AND day BETWEEN ${first}::date - ${length}::integer
                       AND ${first}::date - 1)`
  return queryReplicaRows<PostViews>`
    SELECT slug, title, top.views::float8 AS views, ${before} AS before
      FROM (SELECT post_id, views FROM (${sumsOf(first, last, max)}) AS sums WHERE views > 0
             ORDER BY 2 DESC, 1 LIMIT ${max}::integer) AS top
      JOIN threads ON threads.id = top.post_id ORDER BY top.views DESC, top.post_id`
}

/**
 * Selects views by post in a span, at least those of the top posts. The most read posts of all days
 * suffice if enough of them have more views in the span than any other post in total.
 */
function sumsOf(first: string | null, last: string, max: number): Prisma.Sql {
  // `view_totals` has the sums over all days.
  const totals = Prisma.sql`SELECT post_id, sum(views) AS views FROM view_totals GROUP BY 1`
  if (first === null) return totals
  const isInSpan = Prisma.sql`day BETWEEN ${first}::date AND ${last}::date`
  return Prisma.sql`
    WITH candidates AS MATERIALIZED (
      SELECT post_id, total.views AS total, (SELECT sum(views) FROM view_counts
        WHERE view_counts.post_id = total.post_id AND ${isInSpan}) AS views
        FROM (${totals} ORDER BY 2 DESC LIMIT ${candidatesMax}::integer) AS total
    ), smallest AS (
      SELECT min(total) AS total, count(*) AS candidates FROM candidates
    ), verdict AS MATERIALIZED (
      SELECT candidates < ${candidatesMax}::integer
          OR (SELECT count(*) FROM candidates WHERE views > smallest.total) >= ${max}::integer
          AS suffices FROM smallest
    )
    SELECT post_id, views FROM candidates WHERE (SELECT suffices FROM verdict)
    UNION ALL
    SELECT post_id, sum(views) FROM view_counts
     WHERE ${isInSpan} AND NOT (SELECT suffices FROM verdict) GROUP BY 1`
}
