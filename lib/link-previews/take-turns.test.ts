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
  // Two steps make a turn.
  expect(others).toBeGreaterThanOrEqual(5)
})

test('work at once lets nobody', () => {
  let others = 0
  const timer = setInterval(() => others++, 1)
  expect(runAtOnce(work(4, 6))).toBe(4)
  expect(others).toBe(0)
  clearInterval(timer)
})

test('what goes wrong in a step is told', async () => {
  function* fail(): Steps<never> {
    yield
    throw new Error('broken')
  }
  expect(() => runAtOnce(fail())).toThrow('broken')
  await expect(runInTurns(fail())).rejects.toThrow('broken')
})
