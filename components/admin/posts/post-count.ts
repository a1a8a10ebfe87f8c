import type { AdminPostsQuestion } from '@/lib/posts/editing/admin-posts'
import { countWord } from '@/lib/text/count-max'

/**
 * Returns the displayed count of a tab. Without a search it is exact; search results are counted up
 * to a limit.
 */
export function postCount({ search }: AdminPostsQuestion, count: number): string {
  return search === '' ? String(count) : countWord(count)
}
