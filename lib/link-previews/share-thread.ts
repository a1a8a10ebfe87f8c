import { setTimeout } from 'node:timers/promises'
import type { Steps } from './take-turns'

/** Milliseconds at a stretch. */
const turnMs = 2

/** Milliseconds a piece of work has without a rest: an ordinary page takes less. */
const unrestedMs = 10

/** After a turn of whatever takes longer, the thread rests so many times as long as that turn took. */
const restsPerTurn = 2

/** Milliseconds. A turn is as long as it looks only where nobody else takes the processor. */
const restMsMax = 10

type Work = { spentMs: number; goOn: () => boolean }

const underway: Work[] = []
let isRunning = false

/** The first that may be over soon, else the first of all. */
const nextOf = (works: readonly Work[]) => works.find(({ spentMs }) => spentMs < unrestedMs) ?? works[0]

async function runAll(): Promise<void> {
  isRunning = true
  for (let work = nextOf(underway); work; work = nextOf(underway)) {
    const begun = performance.now()
    let isOver = false
    do isOver = work.goOn()
    while (!isOver && performance.now() - begun < turnMs)
    const tookMs = performance.now() - begun
    work.spentMs += tookMs
    if (isOver) underway.splice(underway.indexOf(work), 1)
    // In this time others arrive, too, and are told.
    await setTimeout(work.spentMs < unrestedMs ? 0 : Math.min(tookMs * restsPerTurn, restMsMax))
  }
  isRunning = false
}

/**
 * Does work in steps on a thread that has nothing else to do, on a machine that has. A short piece never waits for a long one,
 * and long ones are done in the order in which they came. For these the thread takes a third of a processor: whoever asks for
 * eight of the worst pages at once must not take it from those who read the blog.
 */
export function shareThread<T>(steps: Steps<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const goOn = () => {
      try {
        const step = steps.next()
        if (step.done) resolve(step.value)
        return step.done === true
      } catch (error) {
        reject(error)
        return true
      }
    }
    underway.push({ spentMs: 0, goOn })
    if (!isRunning) void runAll()
  })
}
