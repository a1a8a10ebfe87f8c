import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { getBlog } from '@/lib/settings/get-blog'
import { daysOfSpan, type Span } from './span'

type PostDay = { slug: string; day: string; views: number }

/**
 * Yields the views per post and day of a span, oldest day first, without days that have none. Each
 * batch is one day, so that years of thousands of posts are never in memory at once.
 * @throws AppError `unauthorized`, `forbidden`, before the first batch; DatabaseUnavailable,
 * including between batches
 */
export async function listDayRows(
  actor: Actor | undefined,
  { span, postId }: { span: Span; postId?: number | undefined },
  at = new Date(),
): Promise<AsyncGenerator<PostDay[]>> {
  requireRole(actor, 'owner')
  const { first, last } = daysOfSpan(span, (await getBlog()).timeZone, at)
  // Selects only days with views, because there may be hundreds of thousands without any.
  const days = await queryRows<{ day: string }>`
    SELECT day::text FROM (SELECT DISTINCT day FROM view_days WHERE day <= ${last}::date
      AND (${first}::date IS NULL OR day >= ${first}::date)) AS days
     ORDER BY days.day`
  return readDays(days, postId ?? null)
}

async function* readDays(
  days: { day: string }[],
  postId: number | null,
): AsyncGenerator<PostDay[]> {
  for (const { day } of days) {
    const rows = await queryRows<PostDay>`
      SELECT slug, day::text, sum(views)::float8 AS views FROM view_counts
        JOIN threads ON threads.id = post_id
       WHERE day = ${day}::date AND (${postId}::integer IS NULL OR post_id = ${postId}::integer)
       GROUP BY slug, day HAVING sum(views) > 0 ORDER BY slug`
    if (rows.length > 0) yield rows
  }
}
