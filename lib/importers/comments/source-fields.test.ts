import { expect, test } from 'vitest'
import { countOf, textOf, voteCountOf } from './source-fields'

test('reads values as text', () => {
  const values = ['a', 1, 2n, true, ['b'], { $oid: 'c' }, { $date: { $numberLong: '3' } }]
  expect(values.map(textOf)).toEqual(['a', '1', '2', 'true', 'b', 'c', '3'])
  expect([undefined, null, [], {}, [[null]]].map(textOf)).toEqual(['', '', '', '', ''])
})

test('reads numbers that the database can store', () => {
  const values = [7, '8', 9n, -2, 1.5, true, 3_000_000_000, Number.NaN, 'x', null]
  expect(values.map(countOf)).toEqual([7, 8, 9, -2, 1, 1, 2_147_483_647, 0, 0, 0])
  expect([-2, 2].map(voteCountOf)).toEqual([0, 2])
})
