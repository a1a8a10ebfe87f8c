import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Factor for the number of posts checked first, because some may have been popular only before the
 * span.
 */
const likelyTimes = 2
/** Reading one post in this many row by row costs about as much as reading all posts. */
const fewOneOf = 10

/** First and last day, inclusive, such as `2025-10-20`; `first` is null for all days. */
type Days = { first: string | null; last: string }

/**
 * Returns `top` (post_id, views) as a common table expression: the most read posts of these days,
 * without adding up most rows.
 *
 * `view_totals` has the sum over all days of each post and shard, which is an upper bound for any
 * span. The query first adds up the posts with the largest sums; the views of the last one that
 * makes the list are the threshold. A post with a total below the threshold cannot be on the list.
 * Neither can a post whose largest sum is below the threshold divided by the number of shards. If
 * too many posts remain, for example because all have similar views, the query adds up all rows.
 *
 * Sums over all time use floating point, which is exact up to 2^53. PostgreSQL adds `bigint` as
 * `numeric`, which takes twice as long.
 *
 * @param most number of posts
 */
export function topOfDays({ first, last }: Days, most: number): Prisma.Sql {
  const rows =
    first === null
      ? Prisma.sql`view_totals WHERE true`
      : Prisma.sql`view_counts WHERE day BETWEEN ${first}::date AND ${last}::date`
  const sumOf = (post: Prisma.Sql) =>
    Prisma.sql`(SELECT coalesce(sum(views::float8), 0) FROM ${rows} AND post_id = ${post}) AS views`
  const likelyMax = likelyTimes * most
  // This many of the largest sums belong to at least `likelyMax` posts, or to all posts.
  const largest = Prisma.sql`SELECT post_id, views FROM view_totals ORDER BY views DESC
    LIMIT (SELECT ${likelyMax}::integer * shards FROM scale)`
  return Prisma.sql`
    scale AS MATERIALIZED (
      -- Every shard occurs in view_days.
      SELECT (SELECT greatest(count(DISTINCT shard), 1) FROM view_days) AS shards,
        (SELECT count(*) / ${fewOneOf}::integer FROM posts WHERE NOT draft) AS few
    ), likely AS MATERIALIZED (
      SELECT ${sumOf(Prisma.sql`largest.post_id`)}
        FROM (SELECT post_id FROM (${largest}) AS sums GROUP BY post_id ORDER BY sum(views) DESC
          LIMIT ${likelyMax}::integer) AS largest
    ), bar AS MATERIALIZED (
      SELECT coalesce((SELECT views FROM likely ORDER BY views DESC OFFSET ${most - 1}::integer
        LIMIT 1), 0) AS views
    ), near AS MATERIALIZED (
      SELECT post_id FROM view_totals WHERE views >= (SELECT floor(bar.views / shards)::bigint
        FROM bar, scale)
       ORDER BY views DESC LIMIT (SELECT few * shards + 1 FROM scale)
    ), near_few AS MATERIALIZED (
      SELECT count(*) <= (SELECT few * shards FROM scale) AS is_few FROM near
    ), possible AS MATERIALIZED (
      SELECT post_id FROM (SELECT DISTINCT post_id FROM near
        WHERE (SELECT is_few FROM near_few)) AS near
       WHERE (SELECT sum(views::float8) FROM view_totals
         WHERE view_totals.post_id = near.post_id) >= (SELECT views FROM bar)
      UNION ALL
      SELECT post_id FROM view_totals WHERE NOT (SELECT is_few FROM near_few)
       GROUP BY post_id HAVING sum(views::float8) >= (SELECT views FROM bar)
    ), possible_few AS MATERIALIZED (
      SELECT count(*) <= (SELECT few FROM scale) AS is_few FROM possible
    ), sums AS MATERIALIZED (
      SELECT post_id, ${sumOf(Prisma.sql`possible.post_id`)} FROM possible
        WHERE (SELECT is_few FROM possible_few)
      UNION ALL
      SELECT post_id, sum(views::float8) FROM ${rows} AND NOT (SELECT is_few FROM possible_few)
        GROUP BY 1
    ), top AS MATERIALIZED (
      SELECT post_id, views FROM sums WHERE views > 0 ORDER BY views DESC, post_id
        LIMIT ${most}::integer
    )`
}
