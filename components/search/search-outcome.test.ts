import { expect, test } from 'vitest'
import { describeOutcome } from './search-outcome'

const say = (count: number, has_older: boolean, similar_words: string[] = []) =>
  describeOutcome({
    kind: 'found',
    typed: 'wrod',
    page: 1,
    found: { hits: [], count, has_older, similar_words },
  })

test('says that only the newest posts are listed when older ones match too', () => {
  expect(say(1, false)).toBe('One post found.')
  expect(say(200, false)).toBe('200 posts found.')
  expect(say(200, true)).toBe(
    'More than 200 posts found. Here are the newest 200, the best of them first.',
  )
  expect(say(200, true, ['word'])).toBe(
    'No post has “wrod”. More than 200 posts with “word”. ' +
      'Here are the newest 200, the best of them first.',
  )
})
