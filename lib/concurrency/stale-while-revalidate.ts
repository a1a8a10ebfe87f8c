const freshMsMin = 60_000
/** A value that took long to fetch is fresh for this many times its duration. */
const factor = 20
const staleMs = 300_000

/**
 * Caches the result of `ask` for at least a minute and serves the stale value while it refreshes.
 * Spends at most 5 % of the time refreshing. Concurrent callers share one refresh. Failures are not
 * cached.
 * @param ask fetches the value of a key; only the last key is cached
 */
export function staleWhileRevalidate<T>(
  ask: (key: string) => Promise<T>,
  now = () => performance.now(),
): (key: string) => Promise<T> {
  let kept: { key: string; answer: T; until: number } | undefined
  let asking: { key: string; answer: Promise<T> } | undefined

  const begin = (key: string): Promise<T> => {
    const begun = now()
    const answer = ask(key)
    const current = { key, answer }
    asking = current
    const isOver = () => {
      if (asking === current) asking = undefined
    }
    answer.then(
      (given) => {
        const freshMs = Math.max(freshMsMin, factor * (now() - begun))
        if (asking === current) kept = { key, answer: given, until: now() + freshMs }
        isOver()
      },
      (error: unknown) => {
        isOver()
        // Callers who wait get the error. If none waits, log it: the next caller triggers another
        // refresh.
        if (kept?.key === key && now() < kept.until + staleMs)
          console.warn(
            'the last answer goes on being given (' +
              `${error instanceof Error ? error.message : error})`,
          )
      },
    )
    return answer
  }

  return async (key) => {
    const last = kept?.key === key ? kept : undefined
    if (last && now() < last.until) return last.answer
    const next = asking?.key === key ? asking.answer : begin(key)
    return last && now() < last.until + staleMs ? last.answer : next
  }
}
