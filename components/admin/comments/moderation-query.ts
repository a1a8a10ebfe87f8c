import { z } from 'zod'
import { queryCursor, querySlug, queryText } from '@/components/admin/query-text'
import { type AdminQuery, commentStatuses } from '@/lib/comments/moderation/moderation'
import { pathWith } from '@/lib/paths'
import { parseUrl } from '@/lib/text/parse-url'
import { rowId } from '@/lib/text/row-id'

/** The query of the comments page. Invalid parameters are ignored. */
export const commentsQuery = z.object({
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
  network: rowId.optional().catch(undefined),
  rule: queryText,
  after: queryCursor,
})

export const adminCommentsPath = ({ status, ...filters }: AdminQuery, path = '/admin/comments') =>
  pathWith(path, { status: status === 'pending' ? '' : status, ...filters })

export const adminNewsPath = (query: AdminQuery, newestId: number) =>
  pathWith(adminCommentsPath({ ...query, after: undefined }, '/admin/comments/news'), {
    newest: newestId,
  })

/** Returns the list to which a form redirects, with its filters. Other targets are rejected. */
export function returnPath(target: unknown): string {
  const list = new URL('http://own.invalid/admin/comments')
  const back = typeof target === 'string' ? parseUrl(target, list) : undefined
  const isList = back?.host === list.host && back.pathname === list.pathname
  return list.pathname + (isList ? back.search : '')
}
