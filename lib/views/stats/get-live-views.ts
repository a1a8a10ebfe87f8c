import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'

const minutesShown = 30
const minuteMs = 60_000
const postsMax = 10

/** Views of the last 30 minutes: of each minute, oldest first, and of the posts that have most. */
export type LiveViews = {
  views: number
  minutes: number[]
  posts: { slug: string; title: string; views: number }[]
}

type Row =
  | { slug: null; title: null; minute: number; views: number }
  | { slug: string; title: string; minute: null; views: number }

/**
 * What is read just now: the views of this minute and of the 29 before it. Each post that was read in a minute is a row there:
 * they are read once, and added up by minutes and by posts.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function getLiveViews(actor: Actor | undefined, at = new Date()): Promise<LiveViews> {
  requireRole(actor, 'owner')
  const last = Math.floor(at.getTime() / minuteMs) * minuteMs
  const first = last - (minutesShown - 1) * minuteMs
  const rows = await query(
    (client) => client.$queryRaw<Row[]>`
      SELECT slug, title, extract(epoch FROM minute)::float8 * 1000 AS minute, sums.views::float8 AS views
        FROM (
          SELECT minute, post_id, sum(views) AS views FROM view_minutes
           WHERE minute BETWEEN ${new Date(first)}::timestamptz AND ${new Date(last)}::timestamptz
           GROUP BY GROUPING SETS ((minute), (post_id))
           -- Those of minutes come first, and there are no more than are shown.
           ORDER BY minute NULLS LAST, views DESC, post_id LIMIT ${minutesShown + postsMax}::integer
        ) AS sums LEFT JOIN posts ON posts.id = sums.post_id
       ORDER BY sums.views DESC, slug`,
  )
  const viewsOf = new Map(rows.map(({ minute, views }) => [minute, views]))
  const minutes = Array.from(
    { length: minutesShown },
    (_, n) => viewsOf.get(first + n * minuteMs) ?? 0,
  )
  const posts = rows
    .flatMap(({ slug, title, views }) => (slug === null ? [] : { slug, title, views }))
    .slice(0, postsMax)
  return { views: minutes.reduce((sum, views) => sum + views, 0), minutes, posts }
}
