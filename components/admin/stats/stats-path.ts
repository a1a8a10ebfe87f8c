import type { Span } from '@/lib/views/stats/span'

/** The period and the slug of the post; without a slug, all posts. */
export type StatsQuery = { span: Span; post?: string | undefined }

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
