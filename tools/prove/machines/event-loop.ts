import { z } from 'zod'
import { queryProcess } from './query-process'
import type { TestServer } from './server'

/**
 * A module that makes a server measure its event loop delay and report it on request. Where Linux
 * reports it, subtracts the time that the hypervisor took from the CPUs (steal time). Delays by
 * other threads count, because these threads may belong to the server.
 */
export const eventLoopMonitor = `
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
// /proc/stat counts hundredths of a second over all CPUs.
const stolenMs = () => (fieldOf('/proc/stat', 8) * 10) / availableParallelism()
if (process.send) {
  let [at, stolen] = [performance.now(), stolenMs()]
  let longest = { blockedMs: 0, lateMs: 0 }
  setInterval(() => {
    const [now, stolenNow] = [performance.now(), stolenMs()]
    const lateMs = now - at - everyMs
    const blockedMs = lateMs - (stolenNow - stolen)
    longest = {
      lateMs: Math.max(longest.lateMs, lateMs),
      blockedMs: Math.max(longest.blockedMs, blockedMs),
    }
    ;[at, stolen] = [now, stolenNow]
  }, everyMs).unref()
  process.on('message', (message) => {
    if (message !== 'event loop') return
    process.send(longest)
    longest = { blockedMs: 0, lateMs: 0 }
  })
}`

const delays = z.object({ blockedMs: z.number(), lateMs: z.number() })

/**
 * Returns the longest event loop delay since the last request: `lateMs` for any reason, `blockedMs`
 * without steal time.
 */
export const readEventLoopDelay = (server: TestServer) => queryProcess(server, 'event loop', delays)
