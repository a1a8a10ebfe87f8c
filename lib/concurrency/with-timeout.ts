/** A wait is taken in slices: one in which this process was busy counts as one slice, however long it was. */
const sliceMs = 75

/** What it rejects with. */
export class TimedOut extends Error {}

/**
 * The answer, if it comes in time. Only time in which this process could have heard it counts: one that is busy for half a
 * second, and finds the answer waiting then, must not take its own deafness for the other's silence.
 *
 * @throws TimedOut, or what the answer rejects with
 */
export function withTimeout<T>(answer: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    let slicesLeft = Math.ceil(patienceMs / sliceMs)
    const wait = () => {
      timer = setTimeout(() => {
        slicesLeft--
        if (slicesLeft > 0) wait()
        // What has arrived meanwhile is heard before that.
        else
          setImmediate(() =>
            setImmediate(() => reject(new TimedOut(`no answer within ${patienceMs} ms`))),
          )
      }, sliceMs)
    }
    wait()
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
