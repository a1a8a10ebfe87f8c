import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { getBlog } from '@/lib/settings/get-blog'
import { daysOfSpan, type PostViews, type Span } from './span'

const postsMax = 20

/**
 * Returns the most read posts of a span, most views first, at most twenty.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function getTopPosts(
  actor: Actor | undefined,
  span: Span,
  at = new Date(),
): Promise<PostViews[]> {
  requireRole(actor, 'owner')
  const { first, last, length } = daysOfSpan(span, (await getBlog()).timeZone, at)
  // `view_totals` has the sums over all days.
  const rows =
    first === null
      ? Prisma.sql`view_totals`
      : Prisma.sql`view_counts WHERE day BETWEEN ${first}::date AND ${last}::date`
  // Queried only for the top posts.
  const before =
    first === null
      ? Prisma.sql`NULL::float8`
      : Prisma.sql`(SELECT coalesce(sum(views), 0)::float8 FROM view_counts
                     WHERE post_id = top.post_id AND day BETWEEN ${first}::date - ${length}::integer
                       AND ${first}::date - 1)`
  return query(
    (client) => client.$queryRaw<PostViews[]>`
      SELECT slug, title, top.views::float8 AS views, ${before} AS before
        FROM (SELECT post_id, sum(views) AS views FROM ${rows} GROUP BY 1 HAVING sum(views) > 0
               ORDER BY 2 DESC, 1 LIMIT ${postsMax}::integer) AS top
        JOIN posts ON posts.id = top.post_id ORDER BY top.views DESC, top.post_id`,
  )
}
