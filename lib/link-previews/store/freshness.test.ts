import { expect, test } from 'vitest'
import { failureSecondsOf, freshSecondsOf } from './freshness'

test.each([
  ['', 86_400],
  ['public', 86_400],
  ['max-age=7200', 7_200],
  ['public, MAX-AGE="7200"', 7_200],
  ['max-age=7200, s-maxage=10800', 10_800],
  ['max-age=0', 3_600],
  ['no-store', 3_600],
  ['no-cache, max-age=7200', 3_600],
  ['max-age=99999999', 604_800],
  ['max-age=-1', 86_400],
  ['max-age=nonsense', 86_400],
])(
  'a page with Cache-Control “%s” is fresh for %i s, between 1 hour and 7 days',
  (cacheControl, seconds) => {
    expect(freshSecondsOf(cacheControl)).toBe(seconds)
  },
)

test('caches failures for 10 minutes, doubled for each in a row, at most a day', () => {
  expect([1, 2, 3, 8, 9, 100].map(failureSecondsOf)).toEqual([
    600, 1_200, 2_400, 76_800, 86_400, 86_400,
  ])
})
