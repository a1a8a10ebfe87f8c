import { expect, test } from 'vitest'
import { cpuTimeMs } from '@/test/cpu-time-ms'
import { countWords, readingMinutes } from './count-words'

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

test.each([
  [1_000, 'en', 4],
  [1_000, 'de-CH', 6],
  [1_000, 'ar', 7],
  [1_000, 'x-unknown', 5],
  [0, 'en', 1],
])('calculates the reading time of %i words in %s: %i minutes', (words, language, minutes) => {
  expect(readingMinutes(words, language)).toBe(minutes)
})

test('counts the words of a megabyte quickly', () => {
  let words = 0
  expect(cpuTimeMs(() => (words = countWords('word '.repeat(200_000))))).toBeLessThan(1_000)
  expect(words).toBeGreaterThan(199_000)
  expect(words).toBeLessThan(201_000)
})
