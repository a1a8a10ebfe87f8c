import { z } from 'zod'
import { queryProcess } from './query-process'
import type { TestServer } from './server'

/**
 * A module that makes a server measure its event loop delay and report it on request. Where Linux
 * reports them, subtracts the times in which the main thread could not run because the hypervisor
 * (steal time) or other threads and programs used the CPUs. Work of the server's own threads
 * therefore shows only in its response times.
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
// /proc/stat counts hundredths of a second over all CPUs, /proc/self/schedstat nanoseconds.
const waitedMs = () =>
  (fieldOf('/proc/stat', 8) * 10) / availableParallelism() +
  fieldOf('/proc/self/schedstat', 1) / 1e6
if (process.send) {
  let [at, waited] = [performance.now(), waitedMs()]
  let longest = { blockedMs: 0, lateMs: 0 }
  setInterval(() => {
    const [now, waitedNow] = [performance.now(), waitedMs()]
    const lateMs = now - at - everyMs
    const blockedMs = lateMs - (waitedNow - waited)
    longest = {
      lateMs: Math.max(longest.lateMs, lateMs),
      blockedMs: Math.max(longest.blockedMs, blockedMs),
    }
    ;[at, waited] = [now, waitedNow]
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
 * without waiting for a CPU.
 */
export const readEventLoopDelay = (server: TestServer) => queryProcess(server, 'event loop', delays)
