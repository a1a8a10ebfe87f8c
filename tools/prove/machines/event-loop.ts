import { z } from 'zod'
import { askProcess } from './ask-process'
import type { ProvedServer } from './server'

/**
 * What a server loads to watch its own event loop, and to tell about it when asked. Nothing is taken off the lateness of a turn
 * but the time for which the machine's own host took its processors away, where Linux says so. A turn that was late because another
 * thread had the processor was late: that thread may be the server's own.
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
// Of all processors, in hundredths of a second.
const stolenMs = () => (fieldOf('/proc/stat', 8) * 10) / availableParallelism()
if (process.send) {
  let [at, stolen] = [performance.now(), stolenMs()]
  let most = { heldMs: 0, lateMs: 0 }
  setInterval(() => {
    const [now, steals] = [performance.now(), stolenMs()]
    const lateMs = now - at - everyMs
    most = { lateMs: Math.max(most.lateMs, lateMs), heldMs: Math.max(most.heldMs, lateMs - (steals - stolen)) }
    ;[at, stolen] = [now, steals]
  }, everyMs).unref()
  process.on('message', (message) => {
    if (message !== 'event loop') return
    process.send(most)
    most = { heldMs: 0, lateMs: 0 }
  })
}`

const turns = z.object({ heldMs: z.number(), lateMs: z.number() })

/** The longest that a turn of the event loop has waited since this was last asked: `lateMs` for whatever reason, `heldMs` for any but the machine's host. */
export const askEventLoop = (server: ProvedServer) => askProcess(server, 'event loop', turns)
