import { beforeEach, expect, test, vi } from 'vitest'
import { shareThread } from './share-thread'
import type { Steps } from './take-turns'

/** Work takes as long as it says, however busy the machine. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  return () => vi.useRealTimers()
})

/** Takes a millisecond a step. */
function* work(name: string, steps: number, done: string[]): Steps<string> {
  for (let step = 0; step < steps; step++) {
    vi.advanceTimersByTime(1)
    yield
  }
  done.push(name)
  return name
}

test('a short piece does not wait for a long one that came before it', async () => {
  const done: string[] = []
  const long = shareThread(work('long', 60, done))
  const short = shareThread(work('short', 3, done))
  await expect(Promise.all([long, short])).resolves.toEqual(['long', 'short'])
  expect(done).toEqual(['short', 'long'])
})

test('long ones are done in the order in which they came, whatever comes meanwhile', async () => {
  const done: string[] = []
  const first = [shareThread(work('a', 60, done)), shareThread(work('b', 60, done))]
  await first[0]
  await Promise.all([...first, shareThread(work('c', 60, done))])
  expect(done).toEqual(['a', 'b', 'c'])
})

test('what takes long leaves two thirds of the thread’s time to others', async () => {
  const begun = process.hrtime.bigint()
  await shareThread(work('long', 120, []))
  const restedMs = Number(process.hrtime.bigint() - begun) / 1e6
  // Ten milliseconds are a page's without a rest, and then 55 turns rest for four, of which a timer may take one.
  expect(restedMs).toBeGreaterThan(55 * 3)
})

test('what nobody waits for any more is left where it is', async () => {
  const done: string[] = []
  const leave = new AbortController()
  const left = [
    shareThread(work('left', 60, done), leave.signal),
    shareThread(work('left, too', 60, done), leave.signal),
  ]
  const wanted = shareThread(work('wanted', 30, done))
  leave.abort(new Error('nobody waits'))
  await Promise.all(left.map((one) => expect(one).rejects.toThrow('nobody waits')))
  await expect(wanted).resolves.toBe('wanted')
  expect(done).toEqual(['wanted'])
})

test('what goes wrong in a step is told, and what follows is done', async () => {
  function* fail(): Steps<never> {
    yield
    throw new Error('broken')
  }
  await expect(shareThread(fail())).rejects.toThrow('broken')
  await expect(shareThread(work('after it', 3, []))).resolves.toBe('after it')
})
