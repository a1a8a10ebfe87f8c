import { withTimeout as limitTime, TimedOut } from '@/lib/concurrency/with-timeout'

/** The time limit for anything that a part starts, in milliseconds, even on slow machines. */
export const startMsMax = 120_000

/**
 * Waits for a promise that may never settle.
 * @throws after the time limit, with the message `otherwise`
 */
export async function withTimeout<T>(
  ms: number,
  promised: Promise<T>,
  otherwise: () => string,
): Promise<T> {
  try {
    return await limitTime(promised, ms)
  } catch (error) {
    throw error instanceof TimedOut
      ? new Error(`after ${ms / 1_000} s, ${otherwise()}`, { cause: error })
      : error
  }
}
