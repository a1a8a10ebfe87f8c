import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { getBlog } from '@/lib/settings/get-blog'
import { daysOfSpan } from './days-of-span'
import type { PostViews, Span } from './span'

const postsMax = 20

/** Shorter spans have few enough rows to read them all, and totals say little of them. */
const longDaysMin = 30
/** Posts whose days are added up first: more than are listed, as some of them may have had their time before the span. */
const likelyPosts = 40
/** Reading the days of so many posts one by one costs about as much as reading those of all. */
const possiblePostsMax = 400

/**
 * The posts that were read most in a span, most views first, at most twenty.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseAway
 */
export async function getTopPosts(actor: Actor | undefined, span: Span, at = new Date()): Promise<PostViews[]> {
  requireRole(actor, 'owner')
  const { first, last, length } = daysOfSpan(span, (await getBlog()).timeZone, at)
  return query((client) =>
    first === null
      ? client.$queryRaw<PostViews[]>`
          WITH top AS MATERIALIZED (
            SELECT post_id, sum(views) AS views FROM view_totals GROUP BY 1 HAVING sum(views) > 0 ORDER BY 2 DESC, 1 LIMIT ${postsMax}::integer
          )
          SELECT slug, title, top.views::float8 AS views, NULL::float8 AS before
            FROM top JOIN posts ON posts.id = top.post_id ORDER BY top.views DESC, top.post_id`
      : // Only of those on top is it asked how they did before.
        client.$queryRaw<PostViews[]>`
          WITH ${length !== null && length >= longDaysMin ? topOfLongSpan(first, last) : topOfShortSpan(first, last)}
          SELECT slug, title, top.views::float8 AS views,
                 (SELECT coalesce(sum(views), 0)::float8 FROM view_counts
                   WHERE post_id = top.post_id AND day BETWEEN ${first}::date - ${length}::integer AND ${first}::date - 1) AS before
            FROM top JOIN posts ON posts.id = top.post_id ORDER BY top.views DESC, top.post_id`,
  )
}

/** `top` (post_id, views) as a common table expression, by all rows of the span. */
const topOfShortSpan = (first: string, last: string) => Prisma.sql`
  top AS MATERIALIZED (
    SELECT post_id, sum(views) AS views FROM view_counts
     WHERE day BETWEEN ${first}::date AND ${last}::date
     GROUP BY 1 HAVING sum(views) > 0 ORDER BY 2 DESC, 1 LIMIT ${postsMax}::integer
  )`

/**
 * The same, and exactly the same, without reading most rows: no post has more views in a span than in all. What the
 * twentieth of the likely ones has is a bar; whose total is below it is not on top. Where that leaves too many, as with
 * posts that are all read alike, all rows are read after all.
 */
function topOfLongSpan(first: string, last: string): Prisma.Sql {
  const isOfSpan = Prisma.sql`day BETWEEN ${first}::date AND ${last}::date`
  const sumOf = (posts: Prisma.Sql) =>
    Prisma.sql`(SELECT coalesce(sum(views), 0) FROM view_counts WHERE view_counts.post_id = ${posts}.post_id AND ${isOfSpan}) AS views`
  return Prisma.sql`
    totals AS MATERIALIZED (
      SELECT post_id, sum(views) AS views FROM view_totals GROUP BY 1
    ), likely AS MATERIALIZED (
      SELECT post_id, ${sumOf(Prisma.sql`most`)}
        FROM (SELECT post_id FROM totals ORDER BY views DESC, post_id LIMIT ${likelyPosts}::integer) AS most
    ), possible AS MATERIALIZED (
      SELECT post_id FROM totals
       WHERE views >= coalesce((SELECT views FROM likely ORDER BY views DESC OFFSET ${postsMax - 1}::integer LIMIT 1), 0)
         AND post_id NOT IN (SELECT post_id FROM likely)
    ), choice AS MATERIALIZED (
      SELECT count(*) <= ${possiblePostsMax}::integer AS is_small FROM possible
    ), top AS MATERIALIZED (
      SELECT post_id, views FROM (
        SELECT post_id, views FROM likely WHERE (SELECT is_small FROM choice)
        UNION ALL
        SELECT post_id, ${sumOf(Prisma.sql`possible`)} FROM possible WHERE (SELECT is_small FROM choice)
        UNION ALL
        SELECT post_id, sum(views) FROM view_counts WHERE NOT (SELECT is_small FROM choice) AND ${isOfSpan} GROUP BY 1
      ) AS sums WHERE views > 0 ORDER BY views DESC, post_id LIMIT ${postsMax}::integer
    )`
}
