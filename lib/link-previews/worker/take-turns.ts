import { createTurnQueue } from '@/lib/concurrency/turn-queue'

/** Work cut into steps, none of which takes long; `return` gives its result. */
export type Steps<T> = Generator<undefined, T, undefined>

/**
 * A thread that serves others is held no longer than about this, and the one step that goes beyond. An answer takes several
 * turns of the event loop, and waits in each of them.
 */
const turnMs = 2

/** However many pages are read at once, others have every second turn. */
const oneAtATime = createTurnQueue()

/** Does all steps in one go. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Does steps for one turn, or to the end. */
export function takeTurn<T>(steps: Steps<T>): IteratorResult<undefined, T> {
  const end = performance.now() + turnMs
  for (;;) {
    const step = steps.next()
    if (step.done || performance.now() >= end) return step
  }
}

/**
 * Does the steps with a breath between turns, in which the event loop does what else is waiting.
 * @throws the signal's reason, in the next turn once it is aborted
 */
export async function runInTurns<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    await oneAtATime()
    signal?.throwIfAborted()
    const step = takeTurn(steps)
    if (step.done) return step.value
  }
}
