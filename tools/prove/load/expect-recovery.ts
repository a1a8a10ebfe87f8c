import type { Findings } from '@/tools/prove/part'

/**
 * The time after which a blog counts as not recovered, in milliseconds. Long enough for slow
 * machines.
 */
export const maxWaitMs = 60_000

/**
 * Expects that a write succeeds again after a fault, in the full suite within a limit. A server
 * that returns 503 forever loses no data but does not work.
 * @param after describes the event at which the measurement began
 * @param recoveryMs Infinity or NaN if no write succeeded in time
 */
export function expectRecovery(
  findings: Findings,
  after: string,
  recoveryMs: number,
  withinMs: number,
): void {
  const hasRecovered = Number.isFinite(recoveryMs)
  findings.expect(hasRecovered, `${after}: no write succeeded again`)
  findings.expectInTime(
    !hasRecovered || recoveryMs <= withinMs,
    `${after}: the first successful write took ${recoveryMs.toFixed(0)} ms`,
  )
}
