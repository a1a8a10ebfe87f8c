import { expect, test } from 'vitest'
import { Deaths } from './deaths'

const [one, other] = ['http://one', 'http://other']

test('explains a broken response only while the requested server was dead', () => {
  const deaths = new Deaths()
  const begun = performance.now()
  expect(deaths.explain({ status: 0 }, begun)).toBe(false)
  deaths.died(one)
  for (const status of [0, 502, 504]) expect(deaths.explain({ status }, begun, one)).toBe(true)
  expect(deaths.explain({ status: 0 }, begun, other)).toBe(false)
  expect(deaths.explain({ status: 0 }, begun)).toBe(true)
  deaths.cameBack(one)
  expect(deaths.explain({ status: 0 }, begun, one)).toBe(true)
  expect(deaths.explain({ status: 0 }, performance.now() + 1, one)).toBe(false)
})

test('counts a restarted server as dead until its restart', () => {
  const deaths = new Deaths()
  const begun = performance.now()
  expect(deaths.wasDead(begun)).toBe(false)
  deaths.died(one)
  deaths.cameBack(one)
  expect(deaths.wasDead(begun, one)).toBe(true)
  expect(deaths.wasDead(begun, other)).toBe(false)
  expect(deaths.wasDead(performance.now() + 1)).toBe(false)
})

test('never explains a complete response', () => {
  const deaths = new Deaths()
  deaths.died(one)
  for (const status of [200, 404, 429, 500, 503])
    expect(deaths.explain({ status }, performance.now(), one)).toBe(false)
})
