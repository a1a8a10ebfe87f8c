import { expect, test } from 'vitest'
import { isSomebodyAt } from './added-address'

/** Nothing that is sent to it leaves this machine, and nothing answers. */
const silent = '255.255.255.255'

test('who takes a connection, or refuses it, is somebody; who answers in everyone’s place, and silence, are not', async () => {
  expect(await isSomebodyAt('127.0.0.1', silent)).toBe(true)
  expect(await isSomebodyAt('127.0.0.1', '127.0.0.1')).toBe(false)
  expect(await isSomebodyAt(silent, silent)).toBe(false)
})
