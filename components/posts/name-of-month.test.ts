import { expect, test } from 'vitest'
import { nameOfMonth } from './name-of-month'

test.each([
  ['en', 'Mar', 'March 2012'],
  ['de', 'Mär', 'März 2012'],
  ['ja', '3月', '2012年3月'],
])(
  'formats a month in %s as %s, with its year as %s, in any time zone',
  (language, short, long) => {
    for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      expect(nameOfMonth({ language, timeZone }, 2012, 3, { month: 'short' })).toBe(short)
      expect(nameOfMonth({ language, timeZone }, 2012, 3)).toBe(long)
    }
  },
)
