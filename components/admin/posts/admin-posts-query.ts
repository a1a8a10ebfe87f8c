import { type AdminPostsQuestion, postTabs } from '@/lib/posts/editing/admin-posts'
import { truncate } from '@/lib/text/truncate'

/** The admin area's list of posts, narrowed down as asked. */
export function adminPostsPath({ tab, search, page }: AdminPostsQuestion): string {
  const parameters = new URLSearchParams()
  if (tab !== 'draft') parameters.set('tab', tab)
  if (search !== '') parameters.set('search', search)
  if (page > 1) parameters.set('page', String(page))
  return `/admin/posts${parameters.size === 0 ? '' : `?${parameters}`}`
}

/** The page of one post in the admin area. */
export function adminPostPath(id: number): string {
  return `/admin/posts/${id}`
}

/** Its past. */
export function adminHistoryPath(id: number): string {
  return `/admin/posts/${id}/history`
}

/** Where its secret link leads. */
export function previewPath(key: string): string {
  return `/preview/${key}`
}

/** What an address of the list asks. What it says wrongly counts as not said. */
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
