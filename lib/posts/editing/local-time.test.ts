import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromLocalTime, toLocalTime } from './local-time'

describe('local time', () => {
  test.each([
    ['2025-10-20T09:30', 'UTC', '2025-10-20T09:30:00.000Z'],
    ['2025-10-20T09:30', 'Europe/Berlin', '2025-10-20T07:30:00.000Z'],
    ['2025-12-31T23:59', 'Asia/Kathmandu', '2025-12-31T18:14:00.000Z'],
    // Occurs twice: the first one counts.
    ['2025-10-26T02:30', 'Europe/Berlin', '2025-10-26T00:30:00.000Z'],
    // Does not occur: the clock shows 03:30 instead.
    ['2025-03-30T02:30', 'Europe/Berlin', '2025-03-30T01:30:00.000Z'],
    ['2025-04-06T01:45', 'Australia/Lord_Howe', '2025-04-05T14:45:00.000Z'],
  ])('%s in %s is %s', (local, timeZone, instant) => {
    expect(fromLocalTime(local, timeZone)?.toISOString()).toBe(instant)
  })

  test.each(['', '2025-10-20', '2025-02-31T09:30', '2025-10-20T25:00', '2025-10-20T09:30Z', 'now'])(
    'rejects %j',
    (local) => {
      expect(fromLocalTime(local, 'UTC')).toBeUndefined()
    },
  )

  test('converts to an instant and back, except in skipped hours', () => {
    const anyMinute = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(
        anyMinute,
        fc.constantFrom('America/New_York', 'Europe/London', 'Asia/Tehran'),
        (instant, timeZone) => {
          const local = toLocalTime(instant, timeZone)
          expect(toLocalTime(fromLocalTime(local, timeZone) ?? new Date(0), timeZone)).toBe(local)
        },
      ),
    )
  })
})
