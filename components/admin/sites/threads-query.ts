import { z } from 'zod'
import { queryCursor, queryText } from '@/components/admin/query-text'
import { pathWith } from '@/lib/paths'

/** The query of the list of pages. Invalid parameters are ignored. */
export const threadsQuery = z.object({
  search: queryText,
  after: queryCursor,
})

/** Returns the path of the list of a site's pages. */
export const adminThreadsPath = (
  siteId: number | string,
  query: { search?: string | undefined; after?: string | undefined } = {},
) => pathWith(`/admin/sites/${encodeURIComponent(siteId)}/threads`, query)
