import type { AdminQuery, KnownToList } from '@/lib/comments/moderation/moderation'
import { isUrl } from '@/lib/text/is-url'

/** Returns the URL of the comments page with the given filters. */
export function adminCommentsPath({ status, ...filters }: AdminQuery): string {
  return `/admin/comments${adminQuery({ status, ...filters })}`
}

/** Returns the URL for polling new comments. */
export function adminNewsPath(question: AdminQuery, { newestId, matching }: KnownToList): string {
  const query = adminQuery({ ...question, after: undefined })
  return `/admin/comments/news${query}${query ? '&' : '?'}newest=${newestId}&matching=${matching}`
}

function adminQuery({ status, ...filters }: AdminQuery): string {
  const parameters = new URLSearchParams(status === 'pending' ? {} : { status })
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '') parameters.set(name, String(value))
  return parameters.size === 0 ? '' : `?${parameters}`
}

/**
 * Returns the URL for the redirect after a form: the list with its filters. Other targets are
 * rejected.
 */
export function readBack(given: unknown): URL {
  const list = new URL('http://own.invalid/admin/comments')
  if (typeof given !== 'string' || !isUrl(given, list)) return list
  const back = new URL(given, list)
  return back.host === list.host && back.pathname === list.pathname ? back : list
}
