import { expect, test } from 'vitest'
import { translator } from '@/lib/i18n/translator'
import { describeOutcome } from './live-search'

const summaryOf = (count: number, has_older: boolean, similar_words: string[] = []) =>
  describeOutcome(
    {
      kind: 'found',
      typed: 'wrod',
      page: 1,
      found: { hits: [], count, has_older, similar_words },
    },
    translator('liveSearch'),
    'en',
  )

test('explains that only the newest posts are listed if older ones match too', () => {
  expect(summaryOf(1, false)).toBe('1 post found.')
  expect(summaryOf(200, false)).toBe('200 posts found.')
  expect(summaryOf(200, true)).toBe(
    'More than 200 posts found. Showing the newest 200, best matches first.',
  )
  expect(summaryOf(200, true, ['word', 'world'])).toBe(
    'No results for “wrod”. Found more than 200 posts with “word” or “world”. ' +
      'Showing the newest 200, best matches first.',
  )
})
