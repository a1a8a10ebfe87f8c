import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db'

const postsMax = 10

/** Views of the last 30 minutes: of each minute, oldest first, and of the posts that have most. */
export type LiveViews = { views: number; minutes: number[]; posts: { slug: string; title: string; views: number }[] }

/**
 * What is read just now: the views of this minute and of the 29 before it.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseAway
 */
export async function getLiveViews(actor: Actor | undefined, at = new Date()): Promise<LiveViews> {
  requireRole(actor, 'owner')
  const [row] = await query(
    (client) => client.$queryRaw<LiveViews[]>`
      WITH moment AS (SELECT date_trunc('minute', ${at}::timestamptz) AS minute),
      -- Both at once: tens of thousands of rows are read but once.
      sums AS MATERIALIZED (
        SELECT minute, post_id, sum(views) AS views FROM view_minutes
         WHERE minute BETWEEN (SELECT minute - interval '29 minutes' FROM moment) AND (SELECT minute FROM moment)
         GROUP BY GROUPING SETS ((minute), (post_id))
      ), minutes AS (
        SELECT series.minute, coalesce(views, 0) AS views
          FROM moment, generate_series(moment.minute - interval '29 minutes', moment.minute, interval '1 minute') AS series(minute)
          LEFT JOIN (SELECT minute, views FROM sums WHERE post_id IS NULL) AS counted USING (minute)
      ), top AS MATERIALIZED (
        SELECT post_id, views FROM sums WHERE post_id IS NOT NULL ORDER BY views DESC, post_id LIMIT ${postsMax}::integer
      ), posts AS (
        SELECT slug, title, top.views FROM top JOIN posts ON posts.id = top.post_id
      )
      SELECT (SELECT sum(views)::float8 FROM minutes) AS views,
             (SELECT jsonb_agg(views ORDER BY minute) FROM minutes) AS minutes,
             (SELECT coalesce(jsonb_agg(posts ORDER BY views DESC, slug), '[]') FROM posts) AS posts`,
  )
  return row ?? { views: 0, minutes: [], posts: [] }
}
