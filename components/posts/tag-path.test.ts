import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTag, tagPath } from './tag-path'

const awkward = ['C++', 'a b', 'a/b', 'a%2Fb', '.', '..', '~.', '~~..', '日本', '#', '?', '%', '\\', 'page', "it's"]

test.each(awkward)('%j has an address that a browser leaves as it is, and that leads back to it', (tag) => {
  const path = tagPath(tag)
  expect(new URL(path, 'https://blog.example').pathname).toBe(path)
  expect(path.split('/')).toHaveLength(3)
  expect(readTag(path.slice('/tags/'.length))).toBe(tag)
})

test('so has every other', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (tag) => {
      fc.pre(tag.isWellFormed())
      expect(readTag(tagPath(tag).slice('/tags/'.length))).toBe(tag)
    }),
  )
})

test('its further pages stand beneath it', () => {
  expect(tagPath('a/b', 2)).toBe('/tags/a%2Fb/page/2')
})

test('what is no escape names no tag', () => {
  expect(readTag('100%')).toBeUndefined()
})
