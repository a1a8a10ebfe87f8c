import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryReplicaRows } from '@/lib/db/replica'
import { Prisma } from '@/lib/generated/prisma/client'
import { getBlog } from '@/lib/settings/get-blog'
import { type DaysOfSpan, daysOfSpan, type NamedViews, type Span } from './span'

const namesMax = 20

/** The top names, and the total views including names that are not listed. */
export type Sources = { names: NamedViews[]; views: number }

/**
 * Returns the top twenty referrers or device classes of counted views, for all posts or one.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function getSources(
  actor: Actor | undefined,
  { span, kind, postId }: { span: Span; kind: 'referrer' | 'device'; postId?: number | undefined },
  at = new Date(),
): Promise<Sources> {
  requireRole(actor, 'owner')
  const days = daysOfSpan(span, (await getBlog()).timeZone, at)
  const sources =
    postId === undefined
      ? Prisma.sql`view_sources WHERE true`
      : Prisma.sql`view_post_sources WHERE post_id = ${postId}::integer`
  const stored = Prisma.sql`
    SELECT name, day, views FROM ${sources} AND kind = ${kind}::view_source_kind`
  const rows = await queryReplicaRows<NamedViews & { all: number }>`
    SELECT sums.*, sum(views) OVER () AS "all" FROM (${sumByName(stored, days)}) AS sums
     WHERE views > 0 ORDER BY views DESC, name LIMIT ${namesMax}::integer`
  return { names: rows.map(({ all: _, ...named }) => named), views: rows[0]?.all ?? 0 }
}

/**
 * Returns the refused views of a span by reason, most first. `suspect` counts the discarded ones,
 * without those that await a verdict.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function getRefusals(
  actor: Actor | undefined,
  span: Span,
  at = new Date(),
): Promise<NamedViews[]> {
  requireRole(actor, 'owner')
  const days = daysOfSpan(span, (await getBlog()).timeZone, at)
  const stored = Prisma.sql`SELECT reason AS name, day, views FROM view_refusals`
  return queryReplicaRows<NamedViews>`
    ${sumByName(stored, days)} ORDER BY views DESC, name`
}

/** Adds up stored views (name, day, views) by name, in a span and in the days before it. */
const sumByName = (stored: Prisma.Sql, { first, last, length }: DaysOfSpan) => Prisma.sql`
  SELECT name, coalesce(sum(views) FILTER (WHERE is_now), 0)::float8 AS views,
         CASE WHEN ${length}::integer IS NOT NULL
           THEN coalesce(sum(views) FILTER (WHERE NOT is_now), 0)::float8 END AS before
    FROM (SELECT name, views, ${first}::date IS NULL OR day >= ${first}::date AS is_now
            FROM (${stored}) AS stored
           WHERE day <= ${last}::date AND (${first}::date IS NULL
             OR day >= ${first}::date - ${length}::integer)) AS of_days
   GROUP BY name`
