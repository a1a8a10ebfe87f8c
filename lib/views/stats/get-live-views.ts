import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryReplicaRows } from '@/lib/db/replica'

const minutesShown = 30
const minuteMs = 60_000
const postsMax = 10

/** Views of the last 30 minutes: per minute, oldest first, and of the most read posts. */
export type LiveViews = {
  views: number
  minutes: number[]
  posts: { slug: string; title: string; views: number }[]
}

type Row =
  | { slug: null; title: null; minute: number; views: number }
  | { slug: string; title: string; minute: null; views: number }

/**
 * Returns the views of the current minute and the 29 before it. Reads the rows by minute and post
 * once and groups them both ways.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function getLiveViews(actor: Actor | undefined, at = new Date()): Promise<LiveViews> {
  requireRole(actor, 'owner')
  const last = Math.floor(at.getTime() / minuteMs) * minuteMs
  const first = last - (minutesShown - 1) * minuteMs
  const rows = await queryReplicaRows<Row>`
    SELECT slug, title, extract(epoch FROM minute)::float8 * 1000 AS minute,
      sums.views::float8 AS views
      FROM (
        SELECT minute, post_id, sum(views) AS views FROM view_minutes
         WHERE minute BETWEEN ${new Date(first)}::timestamptz AND ${new Date(last)}::timestamptz
         GROUP BY GROUPING SETS ((minute), (post_id))
         -- Sums by minute come first; there are at most as many as minutes shown.
         ORDER BY minute NULLS LAST, views DESC, post_id LIMIT ${minutesShown + postsMax}::integer
      ) AS sums LEFT JOIN threads ON threads.id = sums.post_id
     ORDER BY sums.views DESC, slug`
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
