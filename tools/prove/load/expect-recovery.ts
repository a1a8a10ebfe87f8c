import type { Findings } from '@/tools/prove/part'

/**
 * The time to wait for a write before it counts as never, in milliseconds. This tolerates slow
 * machines.
 */
export const maxWaitMs = 60_000

/**
 * Expects that a write succeeds again after a fault, in the full suite within a limit. A server
 * that returns 503 forever loses no data but does not work.
 * @param after describes the event at which the measurement began
 * @param backMs Infinity or NaN if no write succeeded in time
 */
export function expectRecovery(
  findings: Findings,
  after: string,
  backMs: number,
  withinMs: number,
): void {
  const isBack = Number.isFinite(backMs)
  findings.expect(isBack, `${after}: no write succeeded again`)
  findings.expectInTime(
    !isBack || backMs <= withinMs,
    `${after}: the first successful write took ${backMs.toFixed(0)} ms`,
  )
}
