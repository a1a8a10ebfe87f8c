import { z } from 'zod'
import { queryCursor, queryText } from '@/components/admin/query-text'

/** The query of the list of pages. Invalid parameters are ignored. */
export const threadsQuery = z.object({
  search: queryText,
  after: queryCursor,
})

/** A merge that the owner has to confirm. */
type UnconfirmedMerge = { thread: number; address: string; moved?: 'yes' | undefined }

/** Adds a merge to the path of the list, which asks the owner to confirm it. */
export function confirmMergePath(
  list: string,
  { thread, address, moved }: UnconfirmedMerge,
): string {
  const parameters = new URLSearchParams({
    merge: String(thread),
    address,
    ...(moved && { moved }),
  })
  return `${list}${list.includes('?') ? '&' : '?'}${parameters}`
}

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
