import { setTimeout } from 'node:timers/promises'
import { type Steps, takeTurn } from './take-turns'

/** Milliseconds of work without pauses. Ordinary pages take less. */
const unpausedMs = 10

/** After each turn of longer work, the thread pauses for this multiple of the turn's duration. */
const pausesPerTurn = 2

/**
 * The longest pause, in milliseconds. Turns only appear long when other threads use the processor.
 */
const pauseMsMax = 10

type Work = { spentMs: number; takeTurn: () => { done?: boolean | undefined } }

/**
 * The work in progress. Finished work is removed after the pause: while the list is not empty,
 * `runAll` is running.
 */
const inProgress: Work[] = []

/** Returns the first short piece of work, or else the first of all. */
const nextOf = (works: readonly Work[]) =>
  works.find(({ spentMs }) => spentMs < unpausedMs) ?? works[0]

async function runAll(): Promise<void> {
  for (let work = nextOf(inProgress); work; work = nextOf(inProgress)) {
    const begun = performance.now()
    const { done } = work.takeTurn()
    const tookMs = performance.now() - begun
    work.spentMs += tookMs
    // New work arrives and results are delivered during the pause.
    await setTimeout(work.spentMs < unpausedMs ? 0 : Math.min(tookMs * pausesPerTurn, pauseMsMax))
    if (done) inProgress.splice(inProgress.indexOf(work), 1)
  }
}

/**
 * Runs work in steps on a thread without other tasks. Short work never waits for long work, and
 * long work runs in order of arrival. Long work uses at most a third of a processor, so that eight
 * of the worst pages at once do not slow down requests of readers.
 *
 * @throws the signal's reason, in the next turn of this work after it is aborted
 */
export function shareThread<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const runTurn = () => {
      try {
        signal?.throwIfAborted()
        const step = takeTurn(steps)
        if (step.done) resolve(step.value)
        return step
      } catch (error) {
        reject(error)
        return { done: true }
      }
    }
    if (inProgress.push({ spentMs: 0, takeTurn: runTurn }) === 1) void runAll()
  })
}
