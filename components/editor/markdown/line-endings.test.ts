import { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineEndingsOf, readDocument } from './line-endings'

const openAndSave = (text: string, typed = '') => {
  const endings = lineEndingsOf(text)
  const state = EditorState.create({ doc: text })
  return readDocument(
    state.update({ changes: { from: state.doc.length, insert: typed } }).state.doc,
    endings,
  )
}

test('preserves every byte of an opened and saved text, with either kind of line endings', () => {
  const pieces = fc.constantFrom(
    '\n',
    'word',
    ' ',
    '\u2028',
    '\u0085',
    '\t',
    '日本',
    '😀',
    '\ud800',
  )
  fc.assert(
    fc.property(fc.array(pieces), fc.constantFrom('\n', '\r\n'), (parts, ending) => {
      const text = parts.join('').replaceAll('\n', ending)
      expect(openAndSave(text)).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['a\nb', 'a\nb\nc'],
  ['a\r\nb', 'a\r\nb\r\nc'],
])('types the line endings of %j', (text, after) => {
  expect(openAndSave(text, '\nc')).toBe(after)
})
