import { setTimeout } from 'node:timers/promises'
import { type Steps, takeTurn } from './take-turns'

/** Milliseconds a piece of work has without a rest: an ordinary page takes less. */
const unrestedMs = 10

/** After a turn of whatever takes longer, the thread rests so many times as long as that turn took. */
const restsPerTurn = 2

/** Milliseconds. A turn is as long as it looks only where nobody else takes the processor. */
const restMsMax = 10

type Work = { spentMs: number; takeTurn: () => { done?: boolean | undefined } }

/** One that is over stays until the thread has rested: as long as there is any, somebody runs them. */
const underway: Work[] = []

/** The first that may be over soon, else the first of all. */
const nextOf = (works: readonly Work[]) =>
  works.find(({ spentMs }) => spentMs < unrestedMs) ?? works[0]

async function runAll(): Promise<void> {
  for (let work = nextOf(underway); work; work = nextOf(underway)) {
    const begun = performance.now()
    const { done } = work.takeTurn()
    const tookMs = performance.now() - begun
    work.spentMs += tookMs
    // In this time others arrive, too, and are told.
    await setTimeout(work.spentMs < unrestedMs ? 0 : Math.min(tookMs * restsPerTurn, restMsMax))
    if (done) underway.splice(underway.indexOf(work), 1)
  }
}

/**
 * Does work in steps on a thread that has nothing else to do, on a machine that has. A short piece never waits for a long one,
 * and long ones are done in the order in which they came. For these the thread takes a third of a processor: whoever asks for
 * eight of the worst pages at once must not take it from those who read the blog.
 *
 * @throws the signal's reason, in the next turn of this work once it is aborted
 */
export function shareThread<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const takeItsTurn = () => {
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
    if (underway.push({ spentMs: 0, takeTurn: takeItsTurn }) === 1) void runAll()
  })
}
