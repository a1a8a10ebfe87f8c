import { setImmediate } from 'node:timers/promises'

/** Work cut into steps, none of which takes long; `return` gives its result. */
export type Steps<T> = Generator<undefined, T, undefined>

/** A thread that serves others is held no longer than about this, and the one step that goes beyond. */
const turnMs = 10

/** Does all steps in one go. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Does the steps with a breath between turns, in which the event loop does what else is waiting. */
export async function runInTurns<T>(steps: Steps<T>): Promise<T> {
  let turnStart = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - turnStart < turnMs) continue
    await setImmediate()
    turnStart = performance.now()
  }
}
