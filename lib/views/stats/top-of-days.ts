import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/** The posts of so many times as many sums as are wanted are looked at first: some of them may have had their time before. */
const likelyTimes = 2
/** Reading the rows of more than one post of so many one by one costs about as much as reading those of all. */
const fewOneOf = 10

/** Both days are within it, as `2025-10-20`; of all days the first is null. */
type Days = { first: string | null; last: string }

/**
 * `top` (post_id, views) as a common table expression: the posts that were read most on these days, without adding up most
 * rows. A post has a sum of all its days for each shard that counted it (`view_totals`), and no more views in a span than in
 * all. What the last of those with the largest sums that find room has in the span is a bar: whose largest sum is below its
 * share of the bar, one of as many as there are shards, is not on top, and neither is whose total is below it. Where that
 * leaves too many, as with posts that are all read alike, all are added up after all.
 *
 * Sums of all time are added up as floating point, exact up to 2^53: PostgreSQL adds `bigint` as `numeric`, which takes twice as long.
 *
 * @param most so many posts
 */
export function topOfDays({ first, last }: Days, most: number): Prisma.Sql {
  const rows =
    first === null
      ? Prisma.sql`view_totals WHERE true`
      : Prisma.sql`view_counts WHERE day BETWEEN ${first}::date AND ${last}::date`
  const sumOf = (post: Prisma.Sql) =>
    Prisma.sql`(SELECT coalesce(sum(views::float8), 0) FROM ${rows} AND post_id = ${post}) AS views`
  const likelyMax = likelyTimes * most
  // So many of the largest sums have as many posts, or all there are.
  const largest = Prisma.sql`SELECT post_id, views FROM view_totals ORDER BY views DESC LIMIT (SELECT ${likelyMax}::integer * shards FROM scale)`
  return Prisma.sql`
    scale AS MATERIALIZED (
      -- Each shard has counted on some day.
      SELECT (SELECT greatest(count(DISTINCT shard), 1) FROM view_days) AS shards, (SELECT sum(posts)::bigint / ${fewOneOf}::integer FROM post_counts) AS few
    ), likely AS MATERIALIZED (
      SELECT ${sumOf(Prisma.sql`largest.post_id`)}
        FROM (SELECT post_id FROM (${largest}) AS sums GROUP BY post_id ORDER BY sum(views) DESC LIMIT ${likelyMax}::integer) AS largest
    ), bar AS MATERIALIZED (
      SELECT coalesce((SELECT views FROM likely ORDER BY views DESC OFFSET ${most - 1}::integer LIMIT 1), 0) AS views
    ), near AS MATERIALIZED (
      SELECT post_id FROM view_totals WHERE views >= (SELECT floor(bar.views / shards)::bigint FROM bar, scale)
       ORDER BY views DESC LIMIT (SELECT few * shards + 1 FROM scale)
    ), near_few AS MATERIALIZED (
      SELECT count(*) <= (SELECT few * shards FROM scale) AS is_few FROM near
    ), possible AS MATERIALIZED (
      SELECT post_id FROM (SELECT DISTINCT post_id FROM near WHERE (SELECT is_few FROM near_few)) AS near
       WHERE (SELECT sum(views::float8) FROM view_totals WHERE view_totals.post_id = near.post_id) >= (SELECT views FROM bar)
      UNION ALL
      SELECT post_id FROM view_totals WHERE NOT (SELECT is_few FROM near_few)
       GROUP BY post_id HAVING sum(views::float8) >= (SELECT views FROM bar)
    ), possible_few AS MATERIALIZED (
      SELECT count(*) <= (SELECT few FROM scale) AS is_few FROM possible
    ), sums AS MATERIALIZED (
      SELECT post_id, ${sumOf(Prisma.sql`possible.post_id`)} FROM possible WHERE (SELECT is_few FROM possible_few)
      UNION ALL
      SELECT post_id, sum(views::float8) FROM ${rows} AND NOT (SELECT is_few FROM possible_few) GROUP BY 1
    ), top AS MATERIALIZED (
      SELECT post_id, views FROM sums WHERE views > 0 ORDER BY views DESC, post_id LIMIT ${most}::integer
    )`
}
