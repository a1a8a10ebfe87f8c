import { z } from 'zod'
import { queryPage, queryText } from '@/components/admin/query-text'
import { pathWith } from '@/lib/paths'
import { type AdminPostsFilter, postTabs } from '@/lib/posts/editing/admin-posts'

export const adminPostsPath = ({ isPage, tab, search, page }: AdminPostsFilter) =>
  pathWith(`/admin/${isPage ? 'pages' : 'posts'}`, {
    tab: tab === 'all' ? '' : tab,
    search,
    page: page > 1 ? page : undefined,
  })

/** Reads the query of the list of posts. Invalid parameters are ignored. */
export const adminPostsQuery = z.object({
  tab: z.enum(postTabs).catch('all'),
  search: queryText.transform((text = '') => text),
  page: queryPage,
})
