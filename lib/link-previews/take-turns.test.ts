import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { runAtOnce, runInTurns, type Steps } from './take-turns'

/** Keeps the thread busy in steps of so many milliseconds. */
function* work(steps: number, milliseconds: number): Steps<number> {
  for (let step = 0; step < steps; step++) {
    for (const end = performance.now() + milliseconds; performance.now() < end; );
    yield
  }
  return steps
}

test('work in turns lets others have theirs', async () => {
  let others = 0
  const timer = setInterval(() => others++, 1)
  await expect(runInTurns(work(20, 6))).resolves.toBe(20)
  clearInterval(timer)
  expect(others).toBeGreaterThanOrEqual(5)
})

test('however many do their work, a turn is one’s alone', async () => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await Promise.all(Array.from({ length: 8 }, () => runInTurns(work(10, 6))))
  delay.disable()
  // Of eight in one turn, 48 ms would be the least.
  expect(delay.percentile(90) / 1e6).toBeLessThan(40)
})

test('work at once lets nobody', () => {
  let others = 0
  const timer = setInterval(() => others++, 1)
  expect(runAtOnce(work(4, 6))).toBe(4)
  expect(others).toBe(0)
  clearInterval(timer)
})

test('what nobody waits for any more is left where it is', async () => {
  const leave = new AbortController()
  const left = runInTurns(work(Number.POSITIVE_INFINITY, 1), leave.signal)
  setTimeout(() => leave.abort(new Error('nobody waits')), 5)
  await expect(left).rejects.toThrow('nobody waits')
})

test('what goes wrong in a step is told', async () => {
  function* fail(): Steps<never> {
    yield
    throw new Error('broken')
  }
  expect(() => runAtOnce(fail())).toThrow('broken')
  await expect(runInTurns(fail())).rejects.toThrow('broken')
})
