import { expect, test } from 'vitest'
import { parseSourceTime } from './source-time'

test.each([
  ['2019-04-02T09:15:00.250Z', '2019-04-02T09:15:00.250Z'],
  ['2019-04-02 09:15:00 +0800', '2019-04-02T01:15:00.000Z'],
  [1_554_196_500, '2019-04-02T09:15:00.000Z'],
  [1_554_196_500.25, '2019-04-02T09:15:00.250Z'],
  ['1554196500250', '2019-04-02T09:15:00.250Z'],
])('reads the time %j', (value, time) => {
  expect(parseSourceTime(value, 'Asia/Tokyo')).toEqual({ date: new Date(time), losses: [] })
})

test('reads a time without a zone in the given zone', () => {
  expect(parseSourceTime('2019-04-02 09:15', 'Asia/Tokyo')).toEqual({
    date: new Date('2019-04-02T00:15:00Z'),
    losses: ['time-zone-guessed'],
  })
})

test.each([
  '',
  0,
  '0000-00-00 00:00:00',
  '0001-01-01T00:00:00Z',
  1_554_196_500_250_000,
  1_554_196_500_250.5,
  '9999-12-31T23:59:59-12:00',
])('returns no date for %j', (value) => {
  expect(parseSourceTime(value, 'UTC').date).toBeUndefined()
})

test('returns no date if the zone moves it beyond the last year', () => {
  expect(parseSourceTime('9999-12-31 23:59:59', 'America/New_York').date).toBeUndefined()
})
