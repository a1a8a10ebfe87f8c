import { TimedOut, withTimeout } from '@/lib/concurrency/with-timeout'

/** So long anything that a part starts may take until it is there, on whatever machine; what takes longer never comes. */
export const startMsMax = 120_000

/**
 * Waits for what may never come.
 * @throws after so long, with what `otherwise` says
 */
export async function within<T>(
  ms: number,
  promised: Promise<T>,
  otherwise: () => string,
): Promise<T> {
  try {
    return await withTimeout(promised, ms)
  } catch (error) {
    throw error instanceof TimedOut
      ? new Error(`after ${ms / 1_000} s, ${otherwise()}`, { cause: error })
      : error
  }
}
