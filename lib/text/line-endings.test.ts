import { expect, test } from 'vitest'
import { keepLineEndings } from './line-endings'

test.each([
  ['keeps the stored text if no word changed', 'a\nb\nc', 'a\r\nb\nc', 'a\r\nb\nc'],
  ['uses the most common line ending in a changed text', 'a\nb\nd', 'a\r\nb\r\nc', 'a\r\nb\r\nd'],
  ['keeps LF', 'a\nd', 'a\nb\nc', 'a\nd'],
])('%s', (_, sent, stored, kept) => {
  expect(keepLineEndings(sent, stored)).toBe(kept)
})
