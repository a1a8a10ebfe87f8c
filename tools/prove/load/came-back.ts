import type { Findings } from '@/tools/prove/part'

/** So long a write is waited for before it counts as never: what is only late on a busy machine is not that. */
export const patienceMs = 60_000

/**
 * What every part promises once a fault is over: that a write succeeds again, on whatever machine, and in the full proof
 * how soon. A server that answers 503 for ever loses nothing, and is no blog.
 *
 * @param after what was over when the time began, in words
 * @param backMs infinite, or no number, where no write succeeded for as long as one was waited for
 */
export function expectBack(
  findings: Findings,
  after: string,
  backMs: number,
  withinMs: number,
): void {
  const isBack = Number.isFinite(backMs)
  findings.expect(isBack, `${after}: it never came back: no write succeeded any more`)
  findings.expectInTime(
    !isBack || backMs <= withinMs,
    `${after}: the first write took ${backMs.toFixed(0)} ms`,
  )
}
