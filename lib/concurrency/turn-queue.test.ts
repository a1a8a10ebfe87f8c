import { expect, test } from 'vitest'
import { nextTurn } from './turn-queue'

test('queued callers continue one by one in order, and other work runs in between', async () => {
  const seen: string[] = []
  const crowd = Array.from({ length: 5 }, (_, n) => nextTurn().then(() => seen.push(`crowd ${n}`)))
  const other = new Promise<void>((resolve) =>
    setImmediate(() => setImmediate(() => resolve(void seen.push('other')))),
  )
  await Promise.all([...crowd, other])
  expect(seen.filter((name) => name !== 'other')).toEqual([0, 1, 2, 3, 4].map((n) => `crowd ${n}`))
  expect(seen.indexOf('other')).toBeLessThan(4)
})
