import { type AdminPostsQuestion, postTabs } from '@/lib/posts/editing/admin-posts'
import { truncate } from '@/lib/text/truncate'

export function adminPostsPath({ tab, search, page }: AdminPostsQuestion): string {
  const parameters = new URLSearchParams({
    ...(tab !== 'draft' && { tab }),
    ...(search !== '' && { search }),
    ...(page > 1 && { page: String(page) }),
  })
  return `/admin/posts${parameters.size === 0 ? '' : `?${parameters}`}`
}

export function adminPostPath(id: number): string {
  return `/admin/posts/${id}`
}

export function adminHistoryPath(id: number): string {
  return `/admin/posts/${id}/history`
}

/** Reads the query of the list. Invalid parameters are ignored. */
export function readAdminPostsQuestion(
  given: Record<string, string | string[] | undefined>,
): AdminPostsQuestion {
  const page =
    typeof given.page === 'string' && /^[1-9]\d{0,5}$/.test(given.page) ? Number(given.page) : 1
  const search =
    typeof given.search === 'string'
      ? truncate(given.search.replaceAll('\0', '').trim(), 200).toWellFormed()
      : ''
  return { tab: postTabs.find((tab) => tab === given.tab) ?? 'draft', search, page }
}
