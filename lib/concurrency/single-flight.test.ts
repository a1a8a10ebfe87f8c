import { expect, test } from 'vitest'
import { SingleFlight } from './single-flight'

/** Makes work that ends on demand and records each run. */
function begin() {
  const runs: { end: (result: string) => void; signal: AbortSignal }[] = []
  const shared = new SingleFlight<string>(
    (_, signal) =>
      new Promise((resolve, reject) => {
        runs.push({ end: resolve, signal })
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  return { shared, runs }
}

test('concurrent callers with the same key share one result', async () => {
  const { shared, runs } = begin()
  const asked = [shared.ask('a'), shared.ask('a', new AbortController().signal), shared.ask('b')]
  expect(runs).toHaveLength(2)
  for (const [index, { end }] of runs.entries()) end(`result ${index}`)
  expect(await Promise.all(asked)).toEqual(['result 0', 'result 0', 'result 1'])
})

test('aborts the work when the last caller has aborted, and not before', async () => {
  const { shared, runs } = begin()
  const [first, second] = [new AbortController(), new AbortController()]
  const asked = [first, second].map(({ signal }) => shared.ask('a', signal))
  first.abort(new Error('gone'))
  await expect(asked[0]).rejects.toThrow('gone')
  expect(runs[0]?.signal.aborted).toBe(false)
  second.abort(new Error('gone, too'))
  await expect(asked[1]).rejects.toThrow('gone, too')
  expect(runs[0]?.signal.aborted).toBe(true)
})

test('finishes the work if a caller without a signal waits for it', async () => {
  const { shared, runs } = begin()
  const leaving = new AbortController()
  const [left, stayed] = [shared.ask('a', leaving.signal), shared.ask('a')]
  leaving.abort()
  await expect(left).rejects.toThrow()
  expect(runs[0]?.signal.aborted).toBe(false)
  runs[0]?.end('done')
  expect(await stayed).toBe('done')
})

test('starts the work again after it was aborted', async () => {
  const { shared, runs } = begin()
  const leaving = new AbortController()
  const left = shared.ask('a', leaving.signal)
  leaving.abort()
  const asked = shared.ask('a')
  await expect(left).rejects.toThrow()
  runs[1]?.end('anew')
  expect(await asked).toBe('anew')
  await expect(shared.ask('b', leaving.signal)).rejects.toThrow()
  expect(runs).toHaveLength(2)
})
