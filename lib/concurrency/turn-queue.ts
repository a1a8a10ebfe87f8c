const turn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Makes a queue for turns of the event loop. Each promise it returns resolves in a turn of its own,
 * and a free turn lies between any two.
 */
export function createTurnQueue(): () => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    last = last.then(turn).then(turn)
    return last
  }
}

/**
 * Spreads callers that resume or fail at the same moment over separate turns, so that other work
 * can run in between.
 */
export const nextTurn = createTurnQueue()
