import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { getBlog } from '@/lib/settings/get-blog'
import { daysOfSpan } from './days-of-span'
import type { NamedViews, Span } from './span'

const namesMax = 20

/** The top names, and the total views including names that are not listed. */
export type Sources = { names: NamedViews[]; views: number }

/**
 * Returns the top referrers or device classes of counted views, at most twenty.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function getSources(
  actor: Actor | undefined,
  { span, kind }: { span: Span; kind: 'referrer' | 'device' },
  at = new Date(),
): Promise<Sources> {
  requireRole(actor, 'owner')
  const { first, last, length } = daysOfSpan(span, (await getBlog()).timeZone, at)
  const rows = await query(
    (client) => client.$queryRaw<(NamedViews & { all: number })[]>`
      SELECT name, sum(views) FILTER (WHERE is_now)::float8 AS views,
             CASE WHEN ${length}::integer IS NOT NULL
               THEN coalesce(sum(views) FILTER (WHERE NOT is_now), 0)::float8 END AS before,
             sum(sum(views) FILTER (WHERE is_now)) OVER ()::float8 AS "all"
        FROM (SELECT name, views, ${first}::date IS NULL OR day >= ${first}::date AS is_now
          FROM view_sources
               WHERE kind = ${kind}::view_source_kind AND day <= ${last}::date
                 AND (${first}::date IS NULL
                   OR day >= ${first}::date - ${length}::integer)) AS sources
       GROUP BY name HAVING sum(views) FILTER (WHERE is_now) > 0 ORDER BY 2 DESC, name
         LIMIT ${namesMax}::integer`,
  )
  return { names: rows.map(({ all: _, ...named }) => named), views: rows[0]?.all ?? 0 }
}
