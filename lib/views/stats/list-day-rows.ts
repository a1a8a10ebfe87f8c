import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { getBlog } from '@/lib/settings/get-blog'
import { daysOfSpan } from './days-of-span'
import type { Span } from './span'

type PostDay = { slug: string; day: string; views: number }

/**
 * Views of each post on each day of a span on which it had any, oldest day first: a batch a day, so that years of
 * thousands of posts are never held at once.
 * @throws AppError `unauthorized`, `forbidden`, before anything is read; DatabaseUnavailable, also between two batches
 */
export async function listDayRows(
  actor: Actor | undefined,
  { span, postId }: { span: Span; postId?: number | undefined },
  at = new Date(),
): Promise<AsyncGenerator<PostDay[]>> {
  requireRole(actor, 'owner')
  const { first, last } = daysOfSpan(span, (await getBlog()).timeZone, at)
  // Only days that have any are asked for: between the first and the last there may be hundreds of thousands that have none.
  const days = await query(
    (client) => client.$queryRaw<{ day: string }[]>`
      SELECT day::text FROM (SELECT DISTINCT day FROM view_days WHERE day <= ${last}::date AND (${first}::date IS NULL OR day >= ${first}::date)) AS days
       ORDER BY days.day`,
  )
  return readDays(days, postId ?? null)
}

async function* readDays(
  days: { day: string }[],
  postId: number | null,
): AsyncGenerator<PostDay[]> {
  for (const { day } of days) {
    const rows = await query(
      (client) => client.$queryRaw<PostDay[]>`
        SELECT slug, day::text, sum(views)::float8 AS views FROM view_counts JOIN posts ON posts.id = post_id
         WHERE day = ${day}::date AND (${postId}::integer IS NULL OR post_id = ${postId}::integer)
         GROUP BY slug, day HAVING sum(views) > 0 ORDER BY slug`,
    )
    if (rows.length > 0) yield rows
  }
}
