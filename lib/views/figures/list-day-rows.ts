import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db'
import { getBlog } from '@/lib/settings/get-blog'
import { dayFrom, daysOfSpan } from './days-of-span'
import type { Span } from './span'

type PostDay = { slug: string; day: string; views: number }

/**
 * Views of each post on each day of a span on which it had any, oldest day first: a batch a day, so that years of
 * thousands of posts are never held at once.
 * @throws AppError `unauthorized`, `forbidden`, before anything is read; DatabaseAway, also between two batches
 */
export async function listDayRows(
  actor: Actor | undefined,
  { span, postId }: { span: Span; postId?: number | undefined },
  at = new Date(),
): Promise<AsyncGenerator<PostDay[]>> {
  requireRole(actor, 'owner')
  const { first, last } = daysOfSpan(span, (await getBlog()).timeZone, at)
  const [oldest] = await query((client) => client.$queryRaw<{ day: string | null }[]>`SELECT min(day)::text AS day FROM view_days`)
  return readDays(first ?? oldest?.day ?? last, last, postId ?? null)
}

async function* readDays(first: string, last: string, postId: number | null): AsyncGenerator<PostDay[]> {
  for (let day = first; day <= last; day = dayFrom(day, 1)) {
    const rows = await query(
      (client) => client.$queryRaw<PostDay[]>`
        SELECT slug, day::text, sum(views)::float8 AS views FROM view_counts JOIN posts ON posts.id = post_id
         WHERE day = ${day}::date AND (${postId}::integer IS NULL OR post_id = ${postId}::integer)
         GROUP BY slug, day HAVING sum(views) > 0 ORDER BY slug`,
    )
    if (rows.length > 0) yield rows
  }
}
