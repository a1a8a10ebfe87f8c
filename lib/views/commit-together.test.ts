import { expect, test } from 'vitest'
import { commitTogether } from './commit-together'

/** A commit that the test ends by hand. */
function held() {
  const batches: { items: number[]; end: (error?: Error) => void }[] = []
  const commit = (items: number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({
        items,
        end: (error) => (error ? reject(error) : resolve(items.map((item) => item * 10))),
      })
    })
  /** Ends the nth commit, once it has begun. */
  const end = async (nth: number, error?: Error) => {
    await expect.poll(() => batches.length, { interval: 1 }).toBeGreaterThan(nth)
    batches[nth]?.end(error)
  }
  return { batches, end, add: commitTogether(commit, 3) }
}

test('what comes during a commit is committed together, in its order, and answered when that is done', async () => {
  const { batches, end, add } = held()
  const first = add(1)
  const others = [2, 3, 4, 5].map((item) => add(item))
  await end(0)
  expect(await first).toBe(10)
  await end(1)
  expect(await Promise.all(others.slice(0, 3))).toEqual([20, 30, 40])
  await end(2)
  expect(await others[3]).toBe(50)
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4], [5]])
})

test('a commit that fails fails for its own, and the next is tried', async () => {
  const { end, add } = held()
  const [first, second] = [add(1), add(2)]
  const failure = expect(first).rejects.toThrow('away')
  await end(0, new Error('away'))
  await failure
  await end(1)
  expect(await second).toBe(20)
})
