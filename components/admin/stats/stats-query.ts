import { z } from 'zod'
import { queryText } from '@/components/admin/query-text'
import { spans } from '@/lib/views/stats/span'
import type { StatsQuery } from './stats-path'

const statsQuery = z.object({
  span: z.enum(spans).catch('30'),
  post: queryText,
})

/** Reads the query of the statistics from a URL or form. Invalid parameters are ignored. */
export function readStatsQuery(parameters: Record<string, unknown>): StatsQuery {
  return statsQuery.parse(parameters)
}
