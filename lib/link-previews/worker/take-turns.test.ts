import { beforeEach, expect, test, vi } from 'vitest'
import { runAtOnce, runInTurns, type Steps } from './take-turns'

/** Fakes the clock, so that work takes its nominal time however busy the machine is. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  return () => vi.useRealTimers()
})

/** Takes the given number of milliseconds per step. */
function* work(steps: number, milliseconds: number): Steps<number> {
  for (let step = 0; step < steps; step++) {
    vi.advanceTimersByTime(milliseconds)
    yield
  }
  return steps
}

/** Counts the turns of the event loop during an asynchronous function. */
async function countTurns(doing: (turns: () => number) => Promise<unknown>): Promise<number> {
  let turns = 0
  let next: NodeJS.Immediate | undefined
  const turn = () => {
    turns++
    next = setImmediate(turn)
  }
  turn()
  await doing(() => turns)
  clearImmediate(next)
  return turns
}

test('runs other tasks between turns of work', async () => {
  // Twenty steps, each as long as a turn, and as many turns in between.
  expect(
    await countTurns(() => expect(runInTurns(work(20, 6))).resolves.toBe(20)),
  ).toBeGreaterThanOrEqual(40)
})

test('runs only one piece of work per turn', async () => {
  const steps: number[] = []
  await countTurns(async (turns) => {
    function* noted(): Steps<void> {
      for (let step = 0; step < 10; step++) {
        steps.push(turns())
        vi.advanceTimersByTime(6)
        yield
      }
    }
    await Promise.all(Array.from({ length: 8 }, () => runInTurns(noted())))
  })
  expect(steps).toHaveLength(80)
  expect(new Set(steps).size).toBe(80)
})

test('runs all steps without interruption', () => {
  let others = 0
  const timer = setInterval(() => others++, 1)
  expect(runAtOnce(work(4, 6))).toBe(4)
  expect(others).toBe(0)
  clearInterval(timer)
})

test('stops aborted work', async () => {
  const leave = new AbortController()
  const left = runInTurns(work(Number.POSITIVE_INFINITY, 1), leave.signal)
  setImmediate(() => leave.abort(new Error('nobody waits')))
  await expect(left).rejects.toThrow('nobody waits')
})

test('rejects if a step throws', async () => {
  function* fail(): Steps<never> {
    yield
    throw new Error('broken')
  }
  expect(() => runAtOnce(fail())).toThrow('broken')
  await expect(runInTurns(fail())).rejects.toThrow('broken')
})
