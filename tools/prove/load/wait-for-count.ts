import { setTimeout } from 'node:timers/promises'
import { maxWaitMs } from './expect-recovery'

/**
 * Waits until a count is reached.
 * @returns false if it stopped growing for the time limit
 */
export async function waitForCount(
  count: () => number,
  expected: number,
  patience = maxWaitMs,
): Promise<boolean> {
  let known = count()
  let since = performance.now()
  while (count() < expected) {
    if (count() > known) [known, since] = [count(), performance.now()]
    if (performance.now() - since > patience) return false
    await setTimeout(20)
  }
  return true
}
