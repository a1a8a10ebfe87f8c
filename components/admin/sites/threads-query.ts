import { z } from 'zod'
import { isCursor } from '@/lib/comments/reading/comment-cursor'

const text = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((value) => value.isWellFormed() && !value.includes('\0'))
  .optional()
  .catch(undefined)

/** The query of the list of pages. Invalid parameters are ignored. */
export const threadsQuery = z.object({
  search: text,
  after: text.refine((cursor) => cursor === undefined || isCursor(cursor)).catch(undefined),
})

/** Returns the path of the list of a site's pages. */
export function adminThreadsPath(
  siteId: number | string,
  query: { search?: string | undefined; after?: string | undefined } = {},
): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') parameters.set(name, value)
  const path = `/admin/sites/${encodeURIComponent(siteId)}/threads`
  return parameters.size === 0 ? path : `${path}?${parameters}`
}
