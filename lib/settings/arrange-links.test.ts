import { expect, test } from 'vitest'
import { arrangeLinks } from './arrange-links'

const rows = ['a', 'b', 'c'].map((text) => ({ text, href: `/${text}` }))
const arranged = (act: string) =>
  arrangeLinks([...rows, { text: ' ', href: '' }], act)
    .map(({ text }) => text)
    .join('')

test.each([
  ['up 1', 'bac'],
  ['up 0', 'abc'],
  ['down 0', 'bac'],
  ['down 2', 'abc'],
  ['remove 1', 'ac'],
  ['null', 'abc'],
  ['up 99', 'abc'],
  ['up -1', 'abc'],
  ['up x', 'abc'],
  ['drop 1', 'abc'],
])('%s arranges the links as %s and drops the empty row', (act, expected) => {
  expect(arranged(act)).toBe(expected)
})

test('removes duplicate rows', () => {
  expect(arrangeLinks([...rows, ...rows], '')).toEqual(rows)
})

test('keeps a half-empty row, so that validation can report it', () => {
  expect(arrangeLinks([{ text: 'About', href: '' }], '')).toHaveLength(1)
})
