import { expect, test } from 'vitest'
import { editDistance } from './find-similar-words'

test.each([
  ['thread', 'thread', 0],
  ['trhead', 'thread', 1],
  ['thred', 'thread', 1],
  ['threaad', 'thread', 1],
  ['throad', 'thread', 1],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['привет', 'превит', 2],
])('the edit distance from %s to %s is %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
  expect(editDistance(other, one)).toBe(distance)
})
