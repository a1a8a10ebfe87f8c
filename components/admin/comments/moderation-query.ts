import { z } from 'zod'
import { queryCursor, querySlug, queryText } from '@/components/admin/query-text'
import { commentIdMax } from '@/lib/comments/comment'
import { type AdminQuery, commentStatuses } from '@/lib/comments/moderation/moderation'
import { parseUrl } from '@/lib/text/parse-url'

const query = z.object({
  status: z.enum(commentStatuses).catch('pending'),
  search: queryText,
  post: querySlug,
  author: queryText,
  site: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .optional()
    .catch(undefined),
  network: z.coerce.number().int().min(1).max(commentIdMax).optional().catch(undefined),
  rule: queryText,
  after: queryCursor,
})

/** Reads the query of the comments page. Invalid parameters are ignored. */
export function readCommentsQuery(parameters: Record<string, unknown>): AdminQuery {
  return query.parse(parameters)
}

export function adminCommentsPath(query: AdminQuery): string {
  const { search } = listUrl(query)
  return `/admin/comments${search}`
}

export function adminNewsPath(query: AdminQuery, newestId: number): string {
  const url = listUrl({ ...query, after: undefined })
  url.searchParams.set('newest', String(newestId))
  return `/admin/comments/news${url.search}`
}

function listUrl({ status, ...filters }: AdminQuery): URL {
  const url = new URL('http://own.invalid/admin/comments')
  if (status !== 'pending') url.searchParams.set('status', status)
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  return url
}

/** Returns the list to which a form redirects, with its filters. Other targets are rejected. */
export function returnUrl(given: unknown): URL {
  const list = listUrl({ status: 'pending' })
  const back = typeof given === 'string' ? parseUrl(given, list) : undefined
  return back?.host === list.host && back.pathname === list.pathname ? back : list
}
