import 'server-only'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs a piece of work and ends no sooner than after `ms` milliseconds, however it ends: what a clock could tell of it
 * is the same for all who are refused.
 */
export async function minimumDuration<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), delay(ms)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
