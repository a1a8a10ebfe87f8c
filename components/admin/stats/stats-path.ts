import type { FiguresQuestion } from './stats-query'

/** Returns the URL of the statistics for a period and one or all posts. */
export function figuresPath(question: FiguresQuestion): string {
  return `/admin/stats${queryOf(question)}`
}

/** Returns the URL of the same statistics as a file: daily totals, or views by post and day. */
export function figuresDownloadPath(question: FiguresQuestion, of: 'days' | 'posts'): string {
  const query = queryOf(question)
  return `/admin/stats/download${query}${query ? '&' : '?'}of=${of}`
}

function queryOf({ span, post }: FiguresQuestion): string {
  const parameters = new URLSearchParams()
  if (span !== '30') parameters.set('span', span)
  if (post !== undefined) parameters.set('post', post)
  return parameters.size === 0 ? '' : `?${parameters}`
}
