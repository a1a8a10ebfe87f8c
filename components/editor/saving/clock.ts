/** Time for the saver. Tests use their own clock. */
export type Clock = {
  /** Returns milliseconds since a fixed moment; monotonic. */
  now: () => number
  /**
   * Runs `work` after a delay.
   * @returns a function that cancels it
   */
  after: (delayMs: number, work: () => void) => () => void
}

export const browserClock: Clock = {
  now: () => performance.now(),
  after: (delayMs, work) => {
    const timer = setTimeout(work, delayMs)
    return () => clearTimeout(timer)
  },
}
