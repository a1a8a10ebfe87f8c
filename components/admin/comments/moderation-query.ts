import type { DeskQuestion, KnownToList } from '@/lib/comments/moderation/moderation'

/** The desk's page of comments, narrowed down as asked. */
export function deskCommentsPath({ status, ...filters }: DeskQuestion): string {
  return `/desk/comments${deskQuery({ status, ...filters })}`
}

/** Where the desk asks what has come since. */
export function deskNewsPath(question: DeskQuestion, { newestId, matching }: KnownToList): string {
  const query = deskQuery({ ...question, after: undefined })
  return `/desk/comments/news${query}${query ? '&' : '?'}newest=${newestId}&matching=${matching}`
}

function deskQuery({ status, ...filters }: DeskQuestion): string {
  const parameters = new URLSearchParams(status === 'pending' ? {} : { status })
  for (const [name, value] of Object.entries(filters)) if (value !== undefined && value !== '') parameters.set(name, String(value))
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** Where a form of the list leads back to: the list, narrowed down as it was; whatever else is named is not gone to. */
export function readBack(given: unknown): URL {
  const list = new URL('http://own.invalid/desk/comments')
  if (typeof given !== 'string' || !URL.canParse(given, list)) return list
  const back = new URL(given, list)
  return back.host === list.host && back.pathname === list.pathname ? back : list
}
