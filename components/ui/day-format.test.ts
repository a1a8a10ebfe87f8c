import { expect, test } from 'vitest'
import { dayFormat } from './day-format'

const day = new Date('2025-10-01T00:00:00Z')

test.each(['en', 'th', 'fa', 'ar-SA', 'ja-u-ca-japanese'])(
  'formats a day in %s with its Gregorian year, as the archive does',
  (language) => {
    const parts = dayFormat({
      language: `${language}${language.includes('-u-') ? '' : '-u'}-nu-latn`,
      timeZone: 'UTC',
    }).formatToParts(day)
    expect(parts.find(({ type }) => type === 'year')?.value).toBe('2025')
  },
)

test('formats the day in the time zone of the blog', () => {
  const late = new Date('2025-10-01T23:30:00Z')
  expect(dayFormat({ language: 'en', timeZone: 'UTC' }).format(late)).toBe('October 1, 2025')
  expect(dayFormat({ language: 'en', timeZone: 'Europe/Berlin' }).format(late)).toBe(
    'October 2, 2025',
  )
  expect(
    dayFormat({ language: 'en', timeZone: 'UTC' }, { month: 'short', day: 'numeric' }).format(late),
  ).toBe('Oct 1')
})
