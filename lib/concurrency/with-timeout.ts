import { setImmediate, setTimeout } from 'node:timers/promises'

/** The error for a promise that did not settle in time. */
export class TimedOut extends Error {}

/**
 * Limits how long to wait for a promise. A process that was busy until the time limit still handles
 * the events that have arrived meanwhile: it must not mistake that for a slow reply.
 * @throws TimedOut, or the error of the promise
 */
export async function withTimeout<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const settled = new AbortController()
  const { signal } = settled
  const late = async (): Promise<never> => {
    await setTimeout(timeoutMs, undefined, { signal })
    for (let turns = 0; turns < 5; turns++) await setImmediate(undefined, { signal })
    throw new TimedOut(`no answer within ${timeoutMs} ms`)
  }
  return Promise.race([answer, late()]).finally(() => settled.abort())
}
