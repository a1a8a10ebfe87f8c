import { expect, test } from 'vitest'
import { spentMs } from '@/test/spent-ms'
import { countWords } from './count-words'

test.each([
  ['', 0],
  ['— … “”', 0],
  ['Two words.', 2],
  ['isn’t one, two', 3],
  ['人们都喜欢读书', 4],
  ['日本語の文章です', 4],
  ['مرحبا بالعالم', 2],
  ['👩‍👩‍👧', 0],
])('counts %j as %i words, with a tolerance for dictionaries', (text, words) => {
  expect(Math.abs(countWords(text) - words)).toBeLessThanOrEqual(words > 3 ? 1 : 0)
})

test('counts the words of a megabyte quickly', () => {
  let words = 0
  expect(spentMs(() => (words = countWords('word '.repeat(200_000))))).toBeLessThan(1_000)
  expect(words).toBeGreaterThan(199_000)
  expect(words).toBeLessThan(201_000)
})
