import type { AdminPostsQuestion } from '@/lib/posts/editing/admin-posts'
import { countWord } from '@/lib/text/count-max'

/** How many posts a tab has, as it is shown: all of them are counted to the end, what is searched for is not. */
export function postCount({ search }: AdminPostsQuestion, count: number): string {
  return search === '' ? String(count) : countWord(count)
}
