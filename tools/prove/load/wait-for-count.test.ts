import { expect, test } from 'vitest'
import { waitForCount } from './wait-for-count'

test('waits for a growing count, but not for one that stops growing', async () => {
  let calls = 0
  expect(await waitForCount(() => calls++, 5, 1_000)).toBe(true)
  expect(await waitForCount(() => Math.min(calls++, 20), 21, 100)).toBe(false)
})
