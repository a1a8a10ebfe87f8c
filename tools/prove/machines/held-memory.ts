import { z } from 'zod'
import { askProcess } from './ask-process'
import type { ProvedServer } from './server'

/**
 * What a server loads to watch how much memory it holds, 50 times a second. Of its heap that is what is left where V8 has just
 * looked for what is not needed any more: when it looks is its own affair, and depends on all that is done meanwhile. Of all
 * else (buffers, the heaps of other threads) it is what Linux counts. What is told is held for 99 % of the time: as V8 gives
 * back what it had, Linux counts that as something else for a moment.
 */
export const watchesMemory = `
import { constants, PerformanceObserver } from 'node:perf_hooks'
if (process.send) {
  let inHeap = 0
  let looks = []
  const look = () => {
    const { rss, heapTotal } = process.memoryUsage()
    looks.push({ heapBytes: inHeap, otherBytes: rss - heapTotal })
  }
  new PerformanceObserver((list) => {
    if (list.getEntries().some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)) inHeap = process.memoryUsage().heapUsed
  }).observe({ entryTypes: ['gc'] })
  setInterval(look, 20).unref()
  const most = (name) => looks.map((look) => look[name]).sort((a, b) => a - b)[Math.ceil(looks.length * 0.99) - 1]
  process.on('message', (message) => {
    if (message !== 'memory') return
    look()
    process.send({ heapBytes: most('heapBytes'), otherBytes: most('otherBytes'), otherNowBytes: looks.at(-1).otherBytes })
    looks = []
  })
}`

const heldMemory = z.object({
  heapBytes: z.number(),
  otherBytes: z.number(),
  /** At this moment. */
  otherNowBytes: z.number(),
})
export type HeldMemory = z.infer<typeof heldMemory>

/** What it has held at most since this was last asked. */
export const askMemory = (server: ProvedServer) => askProcess(server, 'memory', heldMemory)
