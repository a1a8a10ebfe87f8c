import { expect, test } from 'vitest'
import { DowntimeLog } from './downtime-log'

const one = 'http://one'
const other = 'http://other'

test('explains a broken response only while the requested server was dead', () => {
  const deaths = new DowntimeLog()
  const startedAt = performance.now()
  expect(deaths.explain({ status: 0 }, startedAt)).toBe(false)
  deaths.markDown(one)
  for (const status of [0, 502, 504]) expect(deaths.explain({ status }, startedAt, one)).toBe(true)
  expect(deaths.explain({ status: 0 }, startedAt, other)).toBe(false)
  expect(deaths.explain({ status: 0 }, startedAt)).toBe(true)
  deaths.markUp(one)
  expect(deaths.explain({ status: 0 }, startedAt, one)).toBe(true)
  expect(deaths.explain({ status: 0 }, performance.now() + 1, one)).toBe(false)
})

test('counts a restarted server as dead until its restart', () => {
  const deaths = new DowntimeLog()
  const startedAt = performance.now()
  expect(deaths.wasDown(startedAt)).toBe(false)
  deaths.markDown(one)
  deaths.markUp(one)
  expect(deaths.wasDown(startedAt, one)).toBe(true)
  expect(deaths.wasDown(startedAt, other)).toBe(false)
  expect(deaths.wasDown(performance.now() + 1)).toBe(false)
})

test('never explains a complete response', () => {
  const deaths = new DowntimeLog()
  deaths.markDown(one)
  for (const status of [200, 404, 429, 500, 503])
    expect(deaths.explain({ status }, performance.now(), one)).toBe(false)
})
