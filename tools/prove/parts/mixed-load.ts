import { setTimeout } from 'node:timers/promises'
import { median } from '@/bench/support/quantile'
import { ResponseMonitor } from '@/tools/prove/load/response-monitor'
import { startLoad } from '@/tools/prove/load/start-load'
import { clientsAtOnce, expectNothingLost, startBlog } from '@/tools/prove/load/test-blog'
import { heapReporter, readHeapSize } from '@/tools/prove/machines/heap-size'
import { memoryOfTree } from '@/tools/prove/machines/killed-processes'
import { Findings, type Part } from '@/tools/prove/part'

/**
 * The maximum ratio of the memory at the end to that in the middle, when caches are already full.
 */
const memoryGrowthMax = 1.1
const megabyte = 1_000_000

export const mixedLoad: Part = {
  name: 'mixed-load',
  promise:
    '10 minutes, 50 clients, 90 reads to 5 views and 5 comments: nothing lost or duplicated, no ' +
    '5xx; memory at the end is at most 1.1 × that halfway, both of all processes and of the heap ' +
    'after garbage collection',
  summary:
    '10 minutes of mixed load by 50 clients: nothing lost or duplicated, no 5xx, memory stable',
  async prove(scene) {
    const findings = new Findings()
    const { server, slugs, ...blog } = await startBlog(scene, 50, heapReporter)
    const monitor = new ResponseMonitor(({ status }) => status === 200 || status === 201)
    const seconds = scene.choose(600, 4)
    const startedAt = performance.now()
    const load = startLoad(scene, server.url, {
      clients: clientsAtOnce,
      slugs,
      ledger: blog.ledger,
      onResponse: monitor.onResponse,
    })
    const memory: number[] = []
    const heap: number[] = []
    for (let second = 1; second <= seconds; second++) {
      await setTimeout(1_000)
      memory.push(memoryOfTree(server.process()))
      if (second === Math.round(seconds / 2) || second === seconds)
        heap.push(await readHeapSize(server))
      if (second % 60 === 0)
        scene.log(`${load.requests()} requests, ${((memory.at(-1) ?? 0) / megabyte).toFixed(0)} MB`)
    }
    await load.stop()
    const tookSeconds = (performance.now() - startedAt) / 1_000
    const fifth = (nth: number) =>
      median(memory.slice(Math.floor((seconds * nth) / 5), Math.ceil((seconds * (nth + 1)) / 5)))
    const [heapInTheMiddle = Number.NaN, heapAtTheEnd = Number.NaN] = heap
    const grown = [
      { name: 'memory', middle: fifth(2), end: fifth(4) },
      { name: 'heap', middle: heapInTheMiddle, end: heapAtTheEnd },
    ]
    for (const { name, middle, end } of grown) {
      // Within seconds, a server only grows to its normal size.
      const isFlat = scene.size === 'short' || end <= middle * memoryGrowthMax
      findings.expect(
        isFlat,
        `${name} grew from ${(middle / megabyte).toFixed(0)} to ${(end / megabyte).toFixed(0)} MB`,
      )
      findings.measure(`${name} halfway`, middle / megabyte, 'MB')
      findings.measure(`${name} at the end`, end / megabyte, 'MB')
    }
    monitor.expectNoUnexpected(findings)
    findings.measure('throughput', load.requests() / tookSeconds, 'requests/s', 'lower')
    findings.measure('p50', load.latencies.percentile(0.5), 'ms')
    findings.measure('p99', load.latencies.percentile(0.99), 'ms')
    findings.measure('longest', load.latencies.percentile(1), 'ms')
    findings.count('requests', load.requests())
    await expectNothingLost(findings, blog)
    return findings
  },
}
