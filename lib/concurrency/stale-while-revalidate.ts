/** An answer is fresh for so long, */
const freshMsMin = 60_000
/** or for so many times as long as it took. */
const factor = 20
/** For so long after that it is given while the next one is asked: as old as a page may be that nothing renews. */
const staleMs = 300_000

/**
 * Asks once a minute at most what need not be of this very moment. However slow it is, asking takes a twentieth of a process's
 * time at most, and where it was wanted before, some minutes ago at most, nobody waits for it. What is wanted while it is
 * asked shares the answer. A fault is not kept.
 *
 * @param ask by one key, of which the last is kept
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
        // A fault is told to whoever waits. Where nobody does, the next one asks again, and waits when the last answer is too old.
        if (kept?.key === key && now() < kept.until + staleMs)
          console.warn(
            `the last answer goes on being given (${error instanceof Error ? error.message : error})`,
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
