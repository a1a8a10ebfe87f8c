import 'server-only'
import { setTimeout as delay } from 'node:timers/promises'

/** Settles as `work` does, but after at least `ms` milliseconds, so that timing reveals nothing. */
export async function minimumDuration<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), delay(ms)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
