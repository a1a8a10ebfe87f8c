import { expect, test } from 'vitest'
import { Deaths } from './deaths'

const [one, other] = ['http://one', 'http://other']

test('an answer that broke off is explained by the death of the server it was asked of, while that lasts', () => {
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

test('one that came back was dead until then, whatever it is asked for', () => {
  const deaths = new Deaths()
  const begun = performance.now()
  expect(deaths.wasDead(begun)).toBe(false)
  deaths.died(one)
  deaths.cameBack(one)
  expect(deaths.wasDead(begun, one)).toBe(true)
  expect(deaths.wasDead(begun, other)).toBe(false)
  expect(deaths.wasDead(performance.now() + 1)).toBe(false)
})

test('no death explains an answer that is whole', () => {
  const deaths = new Deaths()
  deaths.died(one)
  for (const status of [200, 404, 429, 500, 503])
    expect(deaths.explain({ status }, performance.now(), one)).toBe(false)
})
