import { expect, test } from 'vitest'
import { pathOfYear } from '@/lib/paths'

test('shortens the path of the newest year', () => {
  const years = [{ year: 2026 }, { year: 2012 }]
  expect([2026, 2012].map((year) => pathOfYear(years, year))).toEqual(['/archive', '/archive/2012'])
})
