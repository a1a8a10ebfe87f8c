import { expect, test } from 'vitest'
import { commitTogether } from './commit-together'

/** Returns a commit function whose calls the test completes. */
function held() {
  const batches: { items: number[]; end: (error?: Error) => void }[] = []
  const commit = (items: number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({
        items,
        end: (error) => (error ? reject(error) : resolve(items.map((item) => item * 10))),
      })
    })
  /** Completes the nth commit once it has begun. */
  const end = async (nth: number, error?: Error) => {
    await expect.poll(() => batches.length, { interval: 1 }).toBeGreaterThan(nth)
    batches[nth]?.end(error)
  }
  return { batches, end, add: commitTogether(commit, 3) }
}

test('commits items that arrive during a commit together and in order', async () => {
  const { batches, end, add } = held()
  const first = add(1)
  await expect.poll(() => batches.length, { interval: 1 }).toBe(1)
  const others = [2, 3, 4, 5].map((item) => add(item))
  await end(0)
  expect(await first).toBe(10)
  await end(1)
  expect(await Promise.all(others.slice(0, 3))).toEqual([20, 30, 40])
  await end(2)
  expect(await others[3]).toBe(50)
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4], [5]])
})

test('rejects only the items of a failed commit and continues', async () => {
  const { batches, end, add } = held()
  const failure = expect(add(1)).rejects.toThrow('unavailable')
  await expect.poll(() => batches.length, { interval: 1 }).toBe(1)
  const second = add(2)
  await end(0, new Error('unavailable'))
  await failure
  await end(1)
  expect(await second).toBe(20)
})
