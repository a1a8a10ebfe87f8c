import type { SearchPage } from '@/lib/search/search'

/** The result of a search: none yet, one page of hits, or the reason for a rejection. */
export type SearchOutcome = { typed: string } & (
  | { kind: 'nothing-asked' }
  | { kind: 'found'; page: number; found: SearchPage }
  | { kind: 'refused'; why: string }
)

/** Describes the result of a search in one sentence, which screen readers announce. */
export function describeOutcome(outcome: SearchOutcome): string {
  if (outcome.kind === 'nothing-asked') return ''
  if (outcome.kind === 'refused') return outcome.why
  const { count, has_older: hasOlder, similar_words: similar, hits } = outcome.found
  if (outcome.page > 1 && hits.length === 0)
    return `There is no page ${outcome.page} of what was found.`
  if (count === 0) return `No post has “${outcome.typed.trim()}”, or anything like it.`
  const posts = count === 1 ? 'One post' : `${count.toLocaleString('en')} posts`
  const found = hasOlder ? `More than ${posts}` : posts
  const newest = hasOlder
    ? ` Here are the newest ${count.toLocaleString('en')}, the best of them first.`
    : ''
  if (similar.length === 0) return `${found} found.${newest}`
  const words = similar.map((word) => `“${word}”`).join(', ')
  return `No post has “${outcome.typed.trim()}”. ${found} with ${words}.${newest}`
}
