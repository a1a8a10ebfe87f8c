import { z } from 'zod'
import { pathWith } from '@/lib/paths'
import { type AdminPostsFilter, postTabs } from '@/lib/posts/editing/admin-posts'
import { truncate } from '@/lib/text/truncate'

export const adminPostsPath = ({ isPage, tab, search, page }: AdminPostsFilter) =>
  pathWith(`/admin/${isPage ? 'pages' : 'posts'}`, {
    tab: tab === 'all' ? '' : tab,
    search,
    page: page > 1 ? page : undefined,
  })

/** Reads the query of the list of posts. Invalid parameters are ignored. */
export const adminPostsQuery = z.object({
  tab: z.enum(postTabs).catch('all'),
  search: z
    .string()
    .transform((text) => truncate(text.replaceAll('\0', '').trim(), 200).toWellFormed())
    .catch(''),
  page: z.coerce.number().int().min(1).max(999_999).catch(1),
})
