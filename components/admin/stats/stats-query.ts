import { z } from 'zod'
import { slugLengthMax } from '@/lib/posts/post'
import { spans } from '@/lib/views/stats/span'
import type { StatsQuery } from './stats-path'

const statsQuery = z.object({
  span: z.enum(spans).catch('30'),
  post: z
    .string()
    .trim()
    .min(1)
    .max(slugLengthMax)
    .refine((slug) => slug.isWellFormed() && !slug.includes('\0'))
    .optional()
    .catch(undefined),
})

/** Reads the query of the statistics from a URL or form. Invalid parameters are ignored. */
export function readStatsQuery(parameters: Record<string, unknown>): StatsQuery {
  return statsQuery.parse(parameters)
}
