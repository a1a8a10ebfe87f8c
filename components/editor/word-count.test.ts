import { expect, test } from 'vitest'
import { countWords, readingMinutes } from './word-count'

test.each([
  ['one two, three', { words: 3, characters: 0 }],
  ['don’t – 3.14', { words: 2, characters: 0 }],
  ['---', { words: 0, characters: 0 }],
  ['日本語の文章', { words: 0, characters: 6 }],
  ['Next.js で書く', { words: 1, characters: 3 }],
])('counts the words and characters of %j', (text, length) => {
  expect(countWords(text)).toEqual(length)
})

test('estimates a minute per 238 words or 300 characters, and at least one', () => {
  expect(readingMinutes({ words: 0, characters: 0 })).toBe(1)
  expect(readingMinutes({ words: 2_380, characters: 0 })).toBe(10)
  expect(readingMinutes({ words: 0, characters: 1_500 })).toBe(5)
})
