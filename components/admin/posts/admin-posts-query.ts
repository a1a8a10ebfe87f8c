import { z } from 'zod'
import { type AdminPostsQuestion, postTabs } from '@/lib/posts/editing/admin-posts'
import { truncate } from '@/lib/text/truncate'

export function adminPostsPath({ isPage, tab, search, page }: AdminPostsQuestion): string {
  const parameters = new URLSearchParams({
    ...(tab !== 'all' && { tab }),
    ...(search !== '' && { search }),
    ...(page > 1 && { page: String(page) }),
  })
  return `/admin/${isPage ? 'pages' : 'posts'}${parameters.size === 0 ? '' : `?${parameters}`}`
}

/** Reads the query of the list of posts. Invalid parameters are ignored. */
export const adminPostsQuery = z.object({
  tab: z.enum(postTabs).catch('all'),
  search: z
    .string()
    .transform((text) => truncate(text.replaceAll('\0', '').trim(), 200).toWellFormed())
    .catch(''),
  page: z.coerce.number().int().min(1).max(999_999).catch(1),
})
