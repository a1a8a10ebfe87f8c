import { expect, test } from 'vitest'
import { isSomebodyAt } from './added-address'

/** The broadcast address: packets to it do not leave this machine, and nothing responds. */
const silent = '255.255.255.255'

test('detects a host that responds, unless any address responds', async () => {
  expect(await isSomebodyAt('127.0.0.1', silent)).toBe(true)
  expect(await isSomebodyAt('127.0.0.1', '127.0.0.1')).toBe(false)
  expect(await isSomebodyAt(silent, silent)).toBe(false)
})
