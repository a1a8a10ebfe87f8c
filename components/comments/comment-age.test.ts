import { beforeAll, expect, test } from 'vitest'
import { dayFormat, shortDay } from '@/components/ui/day-format'
import { ageFormat } from './comment-island'

beforeAll(() => {
  process.env.TZ = 'Europe/Berlin'
})

const now = '2026-03-30T12:00:00+02:00'

test.each([
  ['2026-03-30T11:59:30+02:00', 'now'],
  ['2026-03-30T12:05:00+02:00', 'now'],
  ['2026-03-30T11:58:00+02:00', '2 minutes ago'],
  ['2026-03-30T01:00:00+02:00', '11 hours ago'],
  // Less than 24 hours ago, but on the previous calendar day.
  ['2026-03-29T23:30:00+02:00', 'yesterday'],
  // Daylight saving time began on the 29th.
  ['2026-03-28T00:10:00+01:00', '2 days ago'],
  ['2026-03-24T23:59:00+01:00', '6 days ago'],
  ['2026-03-24T00:00:00+01:00', '6 days ago'],
  ['2026-03-23T23:59:00+01:00', 'Mar 23, 2026'],
  ['2024-12-31T23:00:00Z', 'Jan 1, 2025'],
])('formats the age of a comment of %s as "%s"', (written, age) => {
  expect(ageFormat('en')(new Date(written), new Date(now))).toBe(age)
})

test('returns minutes for half an hour across midnight', () => {
  expect(
    ageFormat('en')(new Date('2026-03-29T23:45:00+02:00'), new Date('2026-03-30T00:15:00+02:00')),
  ).toBe('30 minutes ago')
})

test('uses the language of the blog and the Gregorian calendar', () => {
  expect(ageFormat('de')(new Date('2026-03-29T12:00:00+02:00'), new Date(now))).toBe('gestern')
  expect(ageFormat('th-u-nu-latn')(new Date('2026-01-05T12:00:00Z'), new Date(now))).toContain(
    '2026',
  )
})

test.each(['de', 'ja', 'ar'])('keeps the static date of an old comment in %s', (language) => {
  const written = new Date('2026-03-20T12:00:00+01:00')
  const shown = dayFormat({ language, timeZone: 'Europe/Berlin' }, shortDay).format(written)
  expect(ageFormat(language)(written, new Date(now))).toBe(shown)
})
