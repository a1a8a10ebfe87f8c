import { askProcess } from './ask-process'
import type { ProvedServer } from './server'

/**
 * What a server loads to watch how much memory it holds. Of its heap that is what is left where V8 has just looked for what is
 * not needed any more: when it looks is its own affair, and depends on all that is done meanwhile. Of all else (buffers, the
 * heaps of other threads) it is what Linux counts.
 */
export const watchesMemory = `
import { constants, PerformanceObserver } from 'node:perf_hooks'
if (process.send) {
  let [inHeap, most] = [0, 0]
  const look = () => {
    const { rss, heapTotal } = process.memoryUsage()
    most = Math.max(most, inHeap + rss - heapTotal)
  }
  new PerformanceObserver((list) => {
    if (!list.getEntries().some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)) return
    inHeap = process.memoryUsage().heapUsed
    look()
  }).observe({ entryTypes: ['gc'] })
  setInterval(look, 20).unref()
  process.on('message', (message) => {
    if (message !== 'memory') return
    look()
    process.send(most)
    most = 0
  })
}`

/** The most bytes that it has held since this was last asked. */
export const askMemory = (server: ProvedServer) => askProcess<number>(server, 'memory')
