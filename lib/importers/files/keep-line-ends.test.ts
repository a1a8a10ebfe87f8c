import { expect, test } from 'vitest'
import { keepLineEnds } from './keep-line-ends'

test.each([
  ['the same words are the stored ones, to the byte', 'a\nb\nc', 'a\r\nb\nc', 'a\r\nb\nc'],
  ['changed words take the line end of most lines', 'a\nb\nd', 'a\r\nb\r\nc', 'a\r\nb\r\nd'],
  ['a text of LF stays one', 'a\nd', 'a\nb\nc', 'a\nd'],
])('%s', (_, sent, stored, kept) => {
  expect(keepLineEnds(sent, stored)).toBe(kept)
})
