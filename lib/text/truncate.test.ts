import fc from 'fast-check'
import { expect, test } from 'vitest'
import { truncate } from './truncate'

test('counts code points and keeps surrogate pairs whole', () => {
  expect(truncate(`${'a'.repeat(199)}😀b`, 200)).toBe(`${'a'.repeat(199)}😀`)
  expect(truncate('😀😀😀', 2)).toBe('😀😀')
  expect(truncate('short', 200)).toBe('short')
})

test('returns a well-formed beginning of any well-formed text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(30), (text, max) => {
      const cut = truncate(text, max)
      expect(cut.isWellFormed()).toBe(true)
      expect(text.startsWith(cut)).toBe(true)
      expect([...cut]).toHaveLength(Math.min(max, [...text].length))
    }),
  )
})
