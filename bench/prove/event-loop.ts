import type { ProvedServer } from './server'

/**
 * What a server loads to watch its own event loop, and to tell about it when asked. A turn that begins late was held up by
 * what the server did, or by others who had the processor: Linux says how long a thread waited for one, and that is
 * taken off where it does.
 */
export const watchesEventLoop = `
import { readFileSync } from 'node:fs'
const everyMs = 5
const waitedMs = () => {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}
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
