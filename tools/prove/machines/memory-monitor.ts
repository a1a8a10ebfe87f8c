import { z } from 'zod'
import { queryProcess } from './query-process'
import type { TestServer } from './server'

/**
 * A module that makes a server measure its memory 50 times per second. The heap is measured after
 * each major garbage collection, because V8 decides when to collect. All other memory (buffers,
 * heaps of other threads) is resident memory minus the largest heap, because V8 may keep for a
 * while what it frees. Reports the 99th percentile, because Linux briefly counts heap that V8
 * returns as other memory.
 */
export const memoryMonitor = `
import { constants, PerformanceObserver } from 'node:perf_hooks'
if (process.send) {
  let inHeap = 0
  let samples = []
  let largestHeap = 0
  const sample = () => {
    const { rss, heapTotal } = process.memoryUsage()
    largestHeap = Math.max(largestHeap, heapTotal)
    samples.push({ heapBytes: inHeap, otherBytes: rss - largestHeap })
  }
  new PerformanceObserver((list) => {
    const isMajor = ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR
    if (list.getEntries().some(isMajor)) inHeap = process.memoryUsage().heapUsed
  }).observe({ entryTypes: ['gc'] })
  setInterval(sample, 20).unref()
  const most = (name) => {
    const sorted = samples.map((sample) => sample[name]).sort((a, b) => a - b)
    return sorted[Math.ceil(samples.length * 0.99) - 1]
  }
  process.on('message', (message) => {
    if (message !== 'memory') return
    sample()
    process.send({
      heapBytes: most('heapBytes'),
      otherBytes: most('otherBytes'),
      otherNowBytes: samples.at(-1).otherBytes,
    })
    samples = []
  })
}`

const memoryUse = z.object({
  heapBytes: z.number(),
  otherBytes: z.number(),
  /** The current value. */
  otherNowBytes: z.number(),
})
export type MemoryUse = z.infer<typeof memoryUse>

/** Returns the largest memory use since the last request. */
export const readMemory = (server: TestServer) => queryProcess(server, 'memory', memoryUse)
