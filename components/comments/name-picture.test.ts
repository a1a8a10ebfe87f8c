import { expect, test } from 'vitest'
import { hueOf, initialsOf } from './name-picture'

test.each([
  ['Ada Lovelace', 'A\u200cL'],
  [' jean luc  picard ', 'J\u200cP'],
  ['Ada', 'A\u200c'],
  ['محمد علي', 'م\u200cع'],
  ['山田 太郎', '山\u200c'],
  ['김 민수', '김\u200c'],
  ['😀 x', '😀\u200cX'],
  ['', ''],
])('the initials of “%s”', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a name always has the same of 24 hues, and names differ', () => {
  const hues = Array.from({ length: 500 }, (_, index) => hueOf(`Reader ${index}`))
  expect(new Set(hues).size).toBe(24)
  expect(hues.every((hue) => hue % 15 === 0 && hue >= 0 && hue < 360)).toBe(true)
  expect(hueOf('READER 7')).toBe(hues[7])
})
