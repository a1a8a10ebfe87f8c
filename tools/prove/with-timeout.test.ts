import { expect, test } from 'vitest'
import { withTimeout } from './with-timeout'

test('returns the result, rejects after the limit, and forwards errors', async () => {
  const message = () => 'it did not start'
  expect(await withTimeout(1_000, Promise.resolve(1), message)).toBe(1)
  await expect(withTimeout(10, new Promise(() => {}), message)).rejects.toThrow(
    'after 0.01 s, it did not start',
  )
  await expect(withTimeout(1_000, Promise.reject(new Error('refused')), message)).rejects.toThrow(
    'refused',
  )
})
