/** What takes less is asked anew each time. */
const quickMs = 20
/** An answer is fresh for so many times as long as it took. */
const factor = 20
/** For so long after that it is given while the next one is asked: as old as a page may be that nothing renews. */
const staleMs = 300_000

/**
 * Asks rarely what is slow: however often it is wanted, asking takes a twentieth of a process's time at most, and who has
 * wanted it before, some minutes ago at most, waits for nothing. What is wanted while it is asked shares the answer. A fault
 * is not kept.
 *
 * @param ask by one key, of which the last is kept
 */
export function askRarely<T>(ask: (key: string) => Promise<T>, now = () => performance.now()): (key: string) => Promise<T> {
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
    answer.then((given) => {
      const tookMs = now() - begun
      if (asking === current) kept = tookMs < quickMs ? undefined : { key, answer: given, until: now() + factor * tookMs }
      isOver()
      // A fault is told to whoever waits. Where nobody does, the next one asks again, and waits when the last answer is too old.
    }, isOver)
    return answer
  }

  return async (key) => {
    const last = kept?.key === key ? kept : undefined
    if (last && now() < last.until) return last.answer
    const next = asking?.key === key ? asking.answer : begin(key)
    return last && now() < last.until + staleMs ? last.answer : next
  }
}
