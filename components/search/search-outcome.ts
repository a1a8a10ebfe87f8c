import type { Translate } from '@/lib/i18n/translator'
import type { SearchPage } from '@/lib/search/search'

/** The result of a search: none yet, one page of hits, or the reason for a rejection. */
export type SearchOutcome = { typed: string } & (
  | { kind: 'nothing-asked' }
  | { kind: 'found'; page: number; found: SearchPage }
  | { kind: 'refused'; why: string }
)

/** Describes the result of a search in one sentence, which screen readers announce. */
export function describeOutcome(outcome: SearchOutcome, t: Translate<'liveSearch'>): string {
  if (outcome.kind === 'nothing-asked') return ''
  if (outcome.kind === 'refused') return outcome.why
  const { count, has_older: hasOlder, similar_words: similar, hits } = outcome.found
  if (outcome.page > 1 && hits.length === 0) return t('noSuchPage', { page: outcome.page })
  const query = outcome.typed.trim()
  if (count === 0) return t('noResults', { query })
  const words = similar.map((word) => `“${word}”`).join(', ')
  return similar.length === 0
    ? t(hasOlder ? 'moreFound' : 'found', { count })
    : t(hasOlder ? 'moreSimilar' : 'similar', { query, words, count })
}
