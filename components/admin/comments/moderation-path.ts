import type { AdminQuery, KnownToList } from '@/lib/comments/moderation/moderation'
import { parseUrl } from '@/lib/text/parse-url'

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
  const back = typeof given === 'string' ? parseUrl(given, list) : undefined
  return back?.host === list.host && back.pathname === list.pathname ? back : list
}
