let last: Promise<unknown> = Promise.resolve()

const turn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Resolves in a turn of the event loop that nobody else is given, and none in the turn before it: a crowd that comes, or
 * gives up, in one moment goes on one by one, and lets what came beside it through in between.
 */
export function oneATurn(): Promise<unknown> {
  last = last.then(turn).then(turn)
  return last
}
