import 'server-only'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs `work` and settles after at least `ms` milliseconds, so that the response time does not
 * reveal why a request was refused.
 */
export async function minimumDuration<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), delay(ms)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
