import { z } from 'zod'
import { slugLengthMax } from '@/lib/posts/post'
import { spans } from '@/lib/views/stats/span'

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

/** The period and the slug of the post; without a slug, all posts. */
type StatsQuery = z.infer<typeof statsQuery>

/** Reads the query of the statistics from a URL or form. Invalid parameters are ignored. */
export function readStatsQuery(parameters: Record<string, unknown>): StatsQuery {
  return statsQuery.parse(parameters)
}

export function statsPath({ span, post }: StatsQuery, extra = {}, path = '/admin/stats'): string {
  const parameters = new URLSearchParams({
    ...(span !== '30' && { span }),
    ...(post !== undefined && { post }),
    ...extra,
  })
  return `${path}${parameters.size === 0 ? '' : `?${parameters}`}`
}

/** Returns the URL of the same statistics as a file: daily totals, or views by post and day. */
export function statsDownloadPath(query: StatsQuery, of: 'days' | 'posts'): string {
  return statsPath(query, { of }, '/admin/stats/download')
}
