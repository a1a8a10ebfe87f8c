/** What takes less is asked anew each time. */
const quickMs = 100
/** An answer is kept so many times as long as it took. */
const factor = 20

/**
 * Asks rarely what is slow: however often it is wanted, asking takes a twentieth of a process's time at most. What is
 * wanted while it is asked shares the answer. A fault is not kept.
 *
 * @param ask by one key, of which the last is kept
 */
export function askRarely<T>(ask: (key: string) => Promise<T>, now = () => performance.now()): (key: string) => Promise<T> {
  let kept: { key: string; answer: Promise<T>; until: number } | undefined
  return (key) => {
    if (kept?.key === key && now() < kept.until) return kept.answer
    const begun = now()
    const answer = ask(key)
    const asked = { key, answer, until: Number.POSITIVE_INFINITY }
    kept = asked
    answer.then(
      () => {
        const tookMs = now() - begun
        asked.until = tookMs < quickMs ? 0 : now() + factor * tookMs
      },
      () => {
        asked.until = 0
      },
    )
    return answer
  }
}
