import type { ProvedServer } from './server'

/**
 * What a server loads to watch its own event loop, and to tell about it when asked. A turn that begins late was held up by
 * what the server did, or by others who had the processor: Linux says how long a thread waited for one, and for how long the
 * machine's own host took its processors away. Where it does, that is taken off.
 */
export const watchesEventLoop = `
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
const everyMs = 5
const fieldOf = (file, n) => {
  try {
    return Number(readFileSync(file, 'latin1').split('\\n', 1)[0].split(/ +/)[n])
  } catch {
    return 0
  }
}
// Of the thread, in nanoseconds; of all processors, in hundredths of a second.
const waitedMs = () => fieldOf('/proc/self/schedstat', 1) / 1e6 + (fieldOf('/proc/stat', 8) * 10) / availableParallelism()
if (process.send) {
  let [at, waited] = [performance.now(), waitedMs()]
  let most = { heldMs: 0, lateMs: 0 }
  setInterval(() => {
    const [now, waits] = [performance.now(), waitedMs()]
    const lateMs = now - at - everyMs
    most = { lateMs: Math.max(most.lateMs, lateMs), heldMs: Math.max(most.heldMs, lateMs - (waits - waited)) }
    ;[at, waited] = [now, waits]
  }, everyMs).unref()
  process.on('message', (message) => {
    if (message !== 'event loop') return
    process.send(most)
    most = { heldMs: 0, lateMs: 0 }
  })
}`

/** The longest that a turn of the event loop has waited since this was last asked: `heldMs` for the server, `lateMs` for whatever reason. */
export function askEventLoop(server: ProvedServer): Promise<{ heldMs: number; lateMs: number }> {
  return new Promise((resolve) => {
    server.process().once('message', resolve)
    server.process().send('event loop')
  })
}
