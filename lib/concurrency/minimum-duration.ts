import 'server-only'
import { setTimeout as delay } from 'node:timers/promises'

/** Settles after at least `ms` milliseconds, to hide in the response time why it was refused. */
export async function minimumDuration<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), delay(ms)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
