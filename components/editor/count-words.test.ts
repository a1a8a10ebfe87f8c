import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { countDocument, countWords, readingMinutes } from './count-words'

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

function count(doc: Text) {
  const counting = countDocument(doc)
  for (let steps = 0; ; steps++) {
    const step = counting.next()
    if (step.done) return { ...step.value, steps }
  }
}

test('recounts only the part around an edit', () => {
  const doc = Text.of(Array.from({ length: 5_000 }, () => 'four words a line'))
  expect(count(doc)).toMatchObject({ words: 20_000 })
  const edited = doc.replace(36_000, 36_000, Text.of(['two more ']))
  const { words, steps } = count(edited)
  expect(words).toBe(20_002)
  expect(steps).toBeLessThan(10)
})
