import { setImmediate, setTimeout } from 'node:timers/promises'

/** The error for a promise that did not settle in time. */
export class TimedOut extends Error {}

/**
 * Limits how long to wait for a promise. If the process was busy until the limit, it first handles
 * the events that have arrived in the meantime, so that a timely reply does not count as late.
 * @throws TimedOut, or the error of the promise
 */
export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  const settled = new AbortController()
  const { signal } = settled
  const late = async (): Promise<never> => {
    await setTimeout(timeoutMs, undefined, { signal })
    for (let turns = 0; turns < 5; turns++) await setImmediate(undefined, { signal })
    throw new TimedOut(`no response within ${timeoutMs} ms`)
  }
  return Promise.race([promise, late()]).finally(() => settled.abort())
}
