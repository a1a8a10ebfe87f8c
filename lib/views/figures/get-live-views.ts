import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db'
import { Prisma } from '@/lib/generated/prisma/client'

const postsMax = 10

/** Views of the last 30 minutes: of each minute, oldest first, and of the posts that have most. */
export type LiveViews = { views: number; minutes: number[]; posts: { slug: string; title: string; views: number }[] }

/**
 * What is read just now: the views of this minute and of the 29 before it. It reads a row for each post that was read in
 * a minute, twice and at the same time: by minutes and by posts.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseAway
 */
export async function getLiveViews(actor: Actor | undefined, at = new Date()): Promise<LiveViews> {
  requireRole(actor, 'owner')
  const minute = Prisma.sql`date_trunc('minute', ${at}::timestamptz)`
  const first = Prisma.sql`${minute} - interval '29 minutes'`
  const live = Prisma.sql`view_minutes WHERE minute BETWEEN ${first} AND ${minute}`
  const [minutes, posts] = await Promise.all([
    query(
      (client) => client.$queryRaw<{ views: number }[]>`
        SELECT coalesce(views, 0)::float8 AS views
          FROM generate_series(${first}, ${minute}, interval '1 minute') AS series(minute)
          LEFT JOIN (SELECT minute, sum(views) AS views FROM ${live} GROUP BY minute) AS counted USING (minute)
         ORDER BY minute`,
    ),
    query(
      (client) => client.$queryRaw<LiveViews['posts']>`
        WITH top AS MATERIALIZED (
          SELECT post_id, sum(views) AS views FROM ${live} GROUP BY post_id ORDER BY views DESC, post_id LIMIT ${postsMax}::integer
        )
        SELECT slug, title, top.views::float8 AS views FROM top JOIN posts ON posts.id = top.post_id ORDER BY top.views DESC, slug`,
    ),
  ])
  return { views: minutes.reduce((sum, { views }) => sum + views, 0), minutes: minutes.map(({ views }) => views), posts }
}
