import type { FiguresQuestion } from './read-stats-query'

/** The admin area's page of figures, of a span and of one post or all. */
export function figuresPath(question: FiguresQuestion): string {
  return `/admin/stats${queryOf(question)}`
}

/** The same as a file: the days in all, or each post on each day. */
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
