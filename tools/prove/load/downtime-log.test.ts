import { expect, test } from 'vitest'
import { DowntimeLog } from './downtime-log'

const one = 'http://one'
const other = 'http://other'

test('explains a broken response only while the requested server was down', () => {
  const downtimes = new DowntimeLog()
  const startedAt = performance.now()
  expect(downtimes.explain({ status: 0 }, startedAt)).toBe(false)
  downtimes.markDown(one)
  for (const status of [0, 502, 504])
    expect(downtimes.explain({ status }, startedAt, one)).toBe(true)
  expect(downtimes.explain({ status: 0 }, startedAt, other)).toBe(false)
  expect(downtimes.explain({ status: 0 }, startedAt)).toBe(true)
  downtimes.markUp(one)
  expect(downtimes.explain({ status: 0 }, startedAt, one)).toBe(true)
  expect(downtimes.explain({ status: 0 }, performance.now() + 1, one)).toBe(false)
})

test('counts a server as down until its restart', () => {
  const downtimes = new DowntimeLog()
  const startedAt = performance.now()
  expect(downtimes.wasDown(startedAt)).toBe(false)
  downtimes.markDown(one)
  downtimes.markUp(one)
  expect(downtimes.wasDown(startedAt, one)).toBe(true)
  expect(downtimes.wasDown(startedAt, other)).toBe(false)
  expect(downtimes.wasDown(performance.now() + 1)).toBe(false)
})

test('never explains a complete response', () => {
  const downtimes = new DowntimeLog()
  downtimes.markDown(one)
  for (const status of [200, 404, 429, 500, 503])
    expect(downtimes.explain({ status }, performance.now(), one)).toBe(false)
})
