import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/** The days of so many times as many posts as are wanted are added up first: some of them may have had their time before. */
const likelyTimes = 2
/** Reading the days of more than one post of so many one by one costs about as much as reading those of all. */
const possibleOneOf = 10

/**
 * `top` (post_id, views) as a common table expression: the posts that were read most on these days, without reading most
 * rows. No post has more views in a span than in all. What the last of the likely ones that find room has is a bar; whose
 * total is below it is not on top. Where that leaves too many, as with posts that are all read alike, all rows of the days are
 * read after all.
 *
 * Sums of all time are added up as floating point, exact up to 2^53: PostgreSQL adds `bigint` as `numeric`, which takes twice as long.
 *
 * @param first day, as `2025-10-20`, and `last`; both are within it
 * @param most so many posts
 */
export function topOfDays(first: string, last: string, most: number): Prisma.Sql {
  const isOfSpan = Prisma.sql`day BETWEEN ${first}::date AND ${last}::date`
  const sumOf = (posts: Prisma.Sql) =>
    Prisma.sql`(SELECT coalesce(sum(views), 0) FROM view_counts WHERE view_counts.post_id = ${posts}.post_id AND ${isOfSpan}) AS views`
  return Prisma.sql`
    totals AS MATERIALIZED (
      SELECT post_id, sum(views::float8) AS views FROM view_totals GROUP BY 1
    ), likely AS MATERIALIZED (
      SELECT post_id, ${sumOf(Prisma.sql`most`)}
        FROM (SELECT post_id FROM totals ORDER BY views DESC, post_id LIMIT ${likelyTimes * most}::integer) AS most
    ), possible AS MATERIALIZED (
      SELECT post_id FROM totals
       WHERE views >= coalesce((SELECT views FROM likely ORDER BY views DESC OFFSET ${most - 1}::integer LIMIT 1), 0)
         AND post_id NOT IN (SELECT post_id FROM likely)
    ), choice AS MATERIALIZED (
      SELECT ${possibleOneOf}::integer * count(*) <= (SELECT count(*) FROM totals) AS is_small FROM possible
    ), top AS MATERIALIZED (
      SELECT post_id, views FROM (
        SELECT post_id, views FROM likely WHERE (SELECT is_small FROM choice)
        UNION ALL
        SELECT post_id, ${sumOf(Prisma.sql`possible`)} FROM possible WHERE (SELECT is_small FROM choice)
        UNION ALL
        SELECT post_id, sum(views) FROM view_counts WHERE NOT (SELECT is_small FROM choice) AND ${isOfSpan} GROUP BY 1
      ) AS sums WHERE views > 0 ORDER BY views DESC, post_id LIMIT ${most}::integer
    )`
}
