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

/**
 * Returns the views of the current minute and the 29 before it.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function getLiveViews(actor: Actor | undefined, at = new Date()): Promise<LiveViews> {
  requireRole(actor, 'owner')
  const last = new Date(Math.floor(at.getTime() / minuteMs) * minuteMs)
  const first = new Date(last.getTime() - (minutesShown - 1) * minuteMs)
  const [minutes, posts] = await Promise.all([
    queryReplicaRows<{ views: number }>`
      SELECT coalesce(sum(views), 0)::float8 AS views
        FROM generate_series(${first}::timestamptz, ${last}::timestamptz, interval '1 minute')
          AS minute LEFT JOIN view_minutes USING (minute)
       GROUP BY minute ORDER BY minute`,
    queryReplicaRows<LiveViews['posts'][number]>`
      SELECT slug, title, sum(views)::float8 AS views
        FROM view_minutes JOIN threads ON threads.id = post_id
       WHERE minute BETWEEN ${first}::timestamptz AND ${last}::timestamptz
       GROUP BY threads.id ORDER BY sum(views) DESC, slug LIMIT ${postsMax}::integer`,
  ])
  const numbers = minutes.map(({ views }) => views)
  return { views: numbers.reduce((sum, views) => sum + views, 0), minutes: numbers, posts }
}
