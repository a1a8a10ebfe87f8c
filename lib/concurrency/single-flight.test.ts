import { expect, test } from 'vitest'
import { SingleFlight } from './single-flight'

/** Work that ends when it is told to, and notes how often it was begun. */
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

test('all who ask meanwhile share one result', async () => {
  const { shared, runs } = begin()
  const asked = [shared.ask('a'), shared.ask('a', new AbortController().signal), shared.ask('b')]
  expect(runs).toHaveLength(2)
  for (const [index, { end }] of runs.entries()) end(`result ${index}`)
  expect(await Promise.all(asked)).toEqual(['result 0', 'result 0', 'result 1'])
})

test('it is broken off when the last who waits has gone, and not before', async () => {
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

test('who cannot leave has it done to its end', async () => {
  const { shared, runs } = begin()
  const leaving = new AbortController()
  const [left, stayed] = [shared.ask('a', leaving.signal), shared.ask('a')]
  leaving.abort()
  await expect(left).rejects.toThrow()
  expect(runs[0]?.signal.aborted).toBe(false)
  runs[0]?.end('done')
  expect(await stayed).toBe('done')
})

test('who asks after it was broken off has it begun anew', async () => {
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
