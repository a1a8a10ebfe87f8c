import { expect, test } from 'vitest'
import type { Figures, Measured } from '@/tools/prove/part'
import { headlinesOf, statusesByClass, worstCases, worstInUnit } from './headline-figures'

const ms = (value: number, worse: Measured['worse'] = 'higher'): Measured => ({
  value,
  unit: 'ms',
  worse,
})

test('a table tells no more figures of a part than can be read: what the part says, or the first', () => {
  const many: Figures = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`figure ${n}`, ms(n)]),
  )
  expect(Object.keys(headlinesOf(undefined, many))).toEqual(
    Array.from({ length: 10 }, (_, n) => `figure ${n}`),
  )
  expect(headlinesOf({ headlines: (figures) => worstInUnit(figures, /ms/, 1) }, many)).toEqual({
    'figure 19': ms(19),
  })
})

test('of several cases the worst is told by its name, whichever way is worse', () => {
  const figures = {
    'slow, first': ms(9),
    'gone, first': ms(7),
    'slow, least': ms(9, 'lower'),
    'gone, least': ms(7, 'lower'),
    'pages, of 60': ms(1),
  }
  expect(worstCases(figures, /^(?<where>slow|gone), (?<what>.*)$/)).toEqual({
    'first (slow)': ms(9),
    'least (gone)': ms(7, 'lower'),
    'pages, of 60': ms(1),
  })
})

test('statuses are told by their class, and a 500 by itself', () => {
  const figures = { kinds: ms(1), 200: ms(3), 204: ms(4), 404: ms(5), 500: ms(6), 503: ms(7) }
  expect(statusesByClass(figures)).toEqual({
    kinds: ms(1),
    'answers 2xx': ms(7),
    'answers 4xx': ms(5),
    'answers 500, coded': ms(6),
    'answers 5xx': ms(7),
  })
})
