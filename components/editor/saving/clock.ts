/** Time, as the saver sees it: the tests have one of their own. */
export type Clock = {
  /** Milliseconds since any fixed moment; never goes back. */
  now: () => number
  /** @returns what cancels it */
  after: (delayMs: number, work: () => void) => () => void
}

export const browserClock: Clock = {
  now: () => performance.now(),
  after: (delayMs, work) => {
    const timer = setTimeout(work, delayMs)
    return () => clearTimeout(timer)
  },
}
