import { expect, test } from 'vitest'
import { commitTogether } from './commit-together'

/** A commit that the test ends by hand. */
function held() {
  const batches: { items: number[]; end: (error?: Error) => void }[] = []
  const commit = (items: number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({ items, end: (error) => (error ? reject(error) : resolve(items.map((item) => item * 10))) })
    })
  return { batches, add: commitTogether(commit, 3) }
}

test('what comes during a commit is committed together, in its order, and answered when that is done', async () => {
  const { batches, add } = held()
  const first = add(1)
  const others = [2, 3, 4, 5].map(add)
  batches[0]?.end()
  expect(await first).toBe(10)
  batches[1]?.end()
  expect(await Promise.all(others.slice(0, 3))).toEqual([20, 30, 40])
  batches[2]?.end()
  expect(await others[3]).toBe(50)
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4], [5]])
})

test('a commit that fails fails for its own, and the next is tried', async () => {
  const { batches, add } = held()
  const [first, second] = [add(1), add(2)]
  batches[0]?.end(new Error('away'))
  await expect(first).rejects.toThrow('away')
  batches[1]?.end()
  expect(await second).toBe(20)
})
