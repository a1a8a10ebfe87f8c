import { pathWith } from '@/lib/paths'
import type { Span } from '@/lib/views/stats/span'

/** The period and the slug of the post; without a slug, all posts. */
export type StatsQuery = { span: Span; post?: string | undefined }

export const statsPath = ({ span, post }: StatsQuery, path = '/admin/stats') =>
  pathWith(path, { span: span === '30' ? '' : span, post })

/** Returns the URL of the same statistics as a file: daily totals, or views by post and day. */
export const statsDownloadPath = (query: StatsQuery, of: 'days' | 'posts') =>
  pathWith(statsPath(query, '/admin/stats/download'), { of })
