const turn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Makes a queue for the turns of the event loop. What it returns resolves in a turn that nobody else in the queue is given,
 * and none in the turn before it.
 */
export function createTurnQueue(): () => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    last = last.then(turn).then(turn)
    return last
  }
}

/** A crowd that comes, or gives up, in one moment goes on one by one, and lets what came beside it through in between. */
export const nextTurn = createTurnQueue()
