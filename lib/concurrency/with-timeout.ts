/** A period in which the process was busy counts as one slice, however long it was. */
const sliceMs = 75

/** The error for a promise that did not settle in time. */
export class TimedOut extends Error {}

/**
 * Limits how long to wait for a promise. Counts only time in which the process could handle events:
 * a process that was busy for half a second must not mistake that for a slow reply.
 * @throws TimedOut, or the error of the promise
 */
export function withTimeout<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    let slicesLeft = Math.ceil(timeoutMs / sliceMs)
    const wait = () => {
      timer = setTimeout(() => {
        slicesLeft--
        if (slicesLeft > 0) wait()
        // Handle events that have arrived meanwhile before giving up.
        else
          setImmediate(() =>
            setImmediate(() => reject(new TimedOut(`no answer within ${timeoutMs} ms`))),
          )
      }, sliceMs)
    }
    wait()
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
