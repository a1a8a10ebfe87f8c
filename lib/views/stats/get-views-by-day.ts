import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { queryReplicaRows } from '@/lib/db/replica'
import { NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { getBlog } from '@/lib/settings/get-blog'
import { threadIdBySlug } from '@/lib/threads/public-thread'
import { type Compared, daysOfSpan, type Span } from './span'

/** A day such as `2025-10-20`; `before` is the corresponding day of the previous span. */
export type DayViews = Compared & { day: string }

/** The days of a span, oldest first, and their totals. */
export type ViewsByDay = Compared & { days: DayViews[] }

/**
 * Returns the views per day of a span, for all posts or one. Days without views are 0. The span of
 * all days starts with the first day that has views.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function getViewsByDay(
  actor: Actor | undefined,
  { span, postId }: { span: Span; postId?: number | undefined },
  at = new Date(),
): Promise<ViewsByDay> {
  requireRole(actor, 'owner')
  const { first, last, length } = daysOfSpan(span, (await getBlog()).timeZone, at)
  // `view_days` has sums for all posts; those of one post are adjacent in the index of
  // `view_counts`.
  const counts =
    postId === undefined
      ? Prisma.sql`view_days WHERE true`
      : Prisma.sql`view_counts WHERE post_id = ${postId}::integer`
  const days = await queryReplicaRows<DayViews>`
    WITH sums AS MATERIALIZED (
      SELECT day, sum(views) AS views FROM ${counts}
         AND day <= ${last}::date
           AND (${first}::date IS NULL OR day >= ${first}::date - ${length}::integer)
       GROUP BY day HAVING sum(views) > 0
    ), span AS (
      SELECT day::date FROM generate_series(coalesce(${first}::date, (SELECT min(day) FROM sums),
        ${last}::date)::timestamp, ${last}::date, interval '1 day') AS day
    )
    SELECT span.day::text, coalesce(sums.views, 0)::float8 AS views,
           CASE WHEN ${length}::integer IS NOT NULL THEN coalesce(earlier.views, 0)::float8
             END AS before
      FROM span LEFT JOIN sums USING (day)
        LEFT JOIN sums AS earlier ON earlier.day = span.day - ${length}::integer
     ORDER BY span.day`
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    days,
    views: sum(days.map(({ views }) => views)),
    before: length === null ? null : sum(days.map(({ before }) => before ?? 0)),
  }
}

/**
 * Finds a post by its current or a former slug. Includes drafts, which may have been public.
 * @throws AppError `unauthorized`, `forbidden`; NotFound; DatabaseUnavailable
 */
export async function findCountedPost(
  actor: Actor | undefined,
  slug: string,
): Promise<{ id: number; slug: string; title: string }> {
  requireRole(actor, 'owner')
  const [post] = await queryRows<{ id: number; slug: string; title: string }>`
    SELECT id, slug, title FROM threads
     WHERE id = ${threadIdBySlug(slug)}`
  if (!post) throw new NotFound('post', slug)
  return post
}
