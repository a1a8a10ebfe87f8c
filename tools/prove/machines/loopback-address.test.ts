import { expect, test } from 'vitest'
import { hostExistsAt } from './loopback-address'

/** The broadcast address: packets to it do not leave this machine, and nothing responds. */
const silent = '255.255.255.255'

test('detects a host that responds, unless any address responds', async () => {
  expect(await hostExistsAt('127.0.0.1', silent)).toBe(true)
  expect(await hostExistsAt('127.0.0.1', '127.0.0.1')).toBe(false)
  expect(await hostExistsAt(silent, silent)).toBe(false)
})
