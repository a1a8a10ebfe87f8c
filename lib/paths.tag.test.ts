import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTagPart, readTag, tagPath } from '@/lib/paths'

const awkward = [
  'C++',
  'a b',
  'a/b',
  'a%2Fb',
  '.',
  '..',
  '~.',
  '~~..',
  '日本',
  '#',
  '?',
  '%',
  '\\',
  'page',
  "it's",
]

test.each(awkward)('%j has a path that browsers keep and that decodes to the tag', (tag) => {
  const path = tagPath(tag)
  expect(new URL(path, 'https://blog.example').pathname).toBe(path)
  expect(path.split('/')).toHaveLength(3)
  expect(readTag(path.slice('/tags/'.length))).toBe(tag)
})

test('any other tag has a path that decodes to it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (tag) => {
      // PostgreSQL cannot store NUL.
      fc.pre(tag.isWellFormed() && !tag.includes('\0'))
      expect(readTag(tagPath(tag).slice('/tags/'.length))).toBe(tag)
    }),
  )
})

test('further pages of a tag are below its path', () => {
  expect(tagPath('a/b', 2)).toBe('/tags/a%2Fb/page/2')
})

test.each(['100%', 'a%00b'])('returns undefined for %j', (part) => {
  expect(readTag(part)).toBeUndefined()
})

test.each(awkward)('accepts the canonical path of %j however its letters are encoded', (tag) => {
  const part = tagPath(tag).slice('/tags/'.length)
  expect(isTagPart(part, tag)).toBe(true)
  expect(isTagPart(part.replaceAll('~', '%7E'), tag)).toBe(true)
})

test.each([
  ['a~2Eb', 'a.b'],
  ['a~b.c', 'a~b.c'],
  ['~2E~2E~2E', '...'],
])('decodes %s as %s, but not as its canonical path', (part, tag) => {
  expect(readTag(part)).toBe(tag)
  expect(isTagPart(part, tag)).toBe(false)
})
