import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { getBlog } from '@/lib/settings/get-blog'
import { daysOfSpan } from './days-of-span'
import type { NamedViews, Span } from './span'

/**
 * Returns the refused views of a span by reason, most first. `suspect` counts the dropped ones,
 * without those that await a verdict.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function getRefusals(
  actor: Actor | undefined,
  span: Span,
  at = new Date(),
): Promise<NamedViews[]> {
  requireRole(actor, 'owner')
  const { first, last, length } = daysOfSpan(span, (await getBlog()).timeZone, at)
  return query(
    (client) => client.$queryRaw<NamedViews[]>`
      SELECT reason AS name, coalesce(sum(views) FILTER (WHERE is_now), 0)::float8 AS views,
             CASE WHEN ${length}::integer IS NOT NULL
               THEN coalesce(sum(views) FILTER (WHERE NOT is_now), 0)::float8 END AS before
        FROM (SELECT reason, views, ${first}::date IS NULL OR day >= ${first}::date AS is_now
          FROM view_refusals
               WHERE day <= ${last}::date
                 AND (${first}::date IS NULL
                 OR day >= ${first}::date - ${length}::integer)) AS refusals
       GROUP BY reason ORDER BY 2 DESC, reason`,
  )
}
