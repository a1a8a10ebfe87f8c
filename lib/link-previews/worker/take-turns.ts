import { createTurnQueue } from '@/lib/concurrency/turn-queue'

/** Work divided into short steps; `return` gives its result. */
export type Steps<T> = Generator<undefined, T, undefined>

/**
 * Milliseconds for which one turn blocks a thread, plus at most one step. A response takes several
 * turns of the event loop and waits in each of them.
 */
const turnMs = 2

/** Interleaves turns: other tasks run after every turn, however many pages are being read. */
const oneAtATime = createTurnQueue()

/** Runs all steps without interruption. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs steps for one turn, or to the end. */
export function takeTurn<T>(steps: Steps<T>): IteratorResult<undefined, T> {
  const end = performance.now() + turnMs
  for (;;) {
    const step = steps.next()
    if (step.done || performance.now() >= end) return step
  }
}

/**
 * Runs steps in turns and yields to the event loop between them.
 * @throws the signal's reason, in the next turn after it is aborted
 */
export async function runInTurns<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    await oneAtATime()
    signal?.throwIfAborted()
    const step = takeTurn(steps)
    if (step.done) return step.value
  }
}
