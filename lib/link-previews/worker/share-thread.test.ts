import { beforeEach, expect, test, vi } from 'vitest'
import { shareThread } from './share-thread'
import type { Steps } from './take-turns'

/** Fakes the clock, so that work takes its nominal time however busy the machine is. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  return () => vi.useRealTimers()
})

/** Takes a millisecond per step. */
function* work(name: string, steps: number, done: string[]): Steps<string> {
  for (let step = 0; step < steps; step++) {
    vi.advanceTimersByTime(1)
    yield
  }
  done.push(name)
  return name
}

test('runs short work before long work that came earlier', async () => {
  const done: string[] = []
  const long = shareThread(work('long', 60, done))
  const short = shareThread(work('short', 3, done))
  await expect(Promise.all([long, short])).resolves.toEqual(['long', 'short'])
  expect(done).toEqual(['short', 'long'])
})

test('runs long work in order of arrival', async () => {
  const done: string[] = []
  const first = [shareThread(work('a', 60, done)), shareThread(work('b', 60, done))]
  await first[0]
  await Promise.all([...first, shareThread(work('c', 60, done))])
  expect(done).toEqual(['a', 'b', 'c'])
})

test('pauses for two thirds of the time during long work', async () => {
  const begun = process.hrtime.bigint()
  await shareThread(work('long', 120, []))
  const pausedMs = Number(process.hrtime.bigint() - begun) / 1e6
  // The first ten milliseconds run without pauses. Each of the next 55 turns pauses for four
  // milliseconds, of which a timer may cut one.
  expect(pausedMs).toBeGreaterThan(55 * 3)
})

test('stops aborted work', async () => {
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

test('rejects if a step throws, and continues with other work', async () => {
  function* fail(): Steps<never> {
    yield
    throw new Error('broken')
  }
  await expect(shareThread(fail())).rejects.toThrow('broken')
  await expect(shareThread(work('after it', 3, []))).resolves.toBe('after it')
})
