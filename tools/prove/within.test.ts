import { expect, test } from 'vitest'
import { within } from './within'

test('returns the result, rejects after the limit, and forwards errors', async () => {
  const words = () => 'it did not start'
  expect(await within(1_000, Promise.resolve(1), words)).toBe(1)
  await expect(within(10, new Promise(() => {}), words)).rejects.toThrow(
    'after 0.01 s, it did not start',
  )
  await expect(within(1_000, Promise.reject(new Error('refused')), words)).rejects.toThrow(
    'refused',
  )
})
