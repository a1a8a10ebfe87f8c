import { median } from '@/bench/support/quantile'
import type { TestServer } from '@/tools/prove/machines/server'
import type { Findings } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'
import { Latencies } from './latencies'
import { sendRequest } from './send-request'

/** The delay before Redis is tried again after a failure, in milliseconds. */
export const pauseMs = 5_000
/** The rate limiter waits 300 ms for Redis; the rest is tolerance for busy machines. */
const firstMsMax = 350
const laterMsMax = 5
const burstSize = 50
/** A request this much slower than usual has waited for Redis. */
const waitedMs = 150

type ComparedServers = {
  /**
   * Two servers that have just lost Redis. The first gets many concurrent requests, the other gets
   * one at a time.
   */
  burstServer: TestServer
  singleServer: TestServer
  /** A server without Redis. */
  withoutRedis: TestServer
  address: string
  fault: string
}

/**
 * Sends concurrent requests.
 * @returns the longest response time in milliseconds
 */
async function slowestOfBurst(url: string): Promise<number> {
  const responses = await Promise.all(Array.from({ length: burstSize }, () => sendRequest(url)))
  return Math.max(
    ...responses.map(({ status, tookMs }) => (status === 200 ? tookMs : Number.POSITIVE_INFINITY)),
  )
}

/** Returns the usual longest response time of concurrent requests: the median of several rounds. */
export async function usualBurst(scene: Scene, url: string): Promise<number> {
  const slowest: number[] = []
  for (let n = 0; n < scene.choose(5, 3); n++) slowest.push(await slowestOfBurst(url))
  return median(slowest)
}

/**
 * Compares the servers that lost Redis with the one that has none. Requests alternate, so that
 * other load on the machine affects all equally.
 * @param usualMs the usual longest response times of concurrent requests with Redis and without
 */
export async function compareWithoutRedis(
  scene: Scene,
  findings: Findings,
  { burstServer, singleServer, withoutRedis, address, fault }: ComparedServers,
  usualMs: { withRedis: number; withoutRedis: number },
): Promise<void> {
  const firstConcurrentMs = await slowestOfBurst(burstServer.url + address)
  const nextConcurrentMs = await slowestOfBurst(burstServer.url + address)
  const first = await sendRequest(singleServer.url + address)
  const later = new Latencies()
  const usual = new Latencies()
  // In the full suite, the server tries Redis twice in this time.
  const end = performance.now() + scene.choose(2 * pauseMs + 2_000, 1_500)
  while (performance.now() < end) {
    const own = await sendRequest(singleServer.url + address)
    const plain = await sendRequest(withoutRedis.url + address)
    findings.expect(own.status === 200, `while Redis was ${fault}, a response was ${own.status}`)
    later.add(own.tookMs)
    usual.add(plain.tookMs)
    findings.count('requests', 2)
  }
  findings.count('requests', 2 * burstSize + 1)
  const isServed = Number.isFinite(firstConcurrentMs) && Number.isFinite(nextConcurrentMs)
  findings.expect(isServed, `${fault}: not all of ${burstSize} concurrent requests returned 200`)
  const concurrentDelayMs = firstConcurrentMs - usualMs.withRedis
  const firstMs = first.tookMs - usual.percentile(0.5)
  findings.expectInTime(
    firstMs <= firstMsMax,
    `${fault}: the first request took ${firstMs.toFixed(0)} ms more`,
  )
  findings.expectInTime(
    concurrentDelayMs <= firstMsMax,
    `${fault}: the slowest of the first concurrent requests took ` +
      `${concurrentDelayMs.toFixed(0)} ms more than before`,
  )
  findings.expectInTime(
    nextConcurrentMs - usualMs.withoutRedis <= waitedMs,
    `${fault}: the slowest of the second concurrent requests took ` +
      `${(nextConcurrentMs - usualMs.withoutRedis).toFixed(0)} ms more than without Redis`,
  )
  const more = (share: number) => later.percentile(share) - usual.percentile(share)
  findings.expectInTime(
    more(0.5) <= laterMsMax && more(0.99) <= laterMsMax,
    `${fault}: later requests took ${more(0.5).toFixed(1)} ms more at p50, ` +
      `${more(0.99).toFixed(1)} ms at p99`,
  )
  // The server tries Redis twice in the background, so no request waits for it. One in a thousand
  // may be slow for other reasons, in addition to as many as without Redis.
  const slowMs = usual.percentile(0.99) + waitedMs
  const waited = later.countAbove(slowMs) - usual.countAbove(slowMs)
  findings.expectInTime(
    waited <= Math.min(1, Math.floor(later.count / 1_000)),
    `${fault}: ${waited} of ${later.count} later requests waited for Redis`,
  )
  scene.log(
    `${fault}: first request +${firstMs.toFixed(0)} ms, ` +
      `concurrent requests +${concurrentDelayMs.toFixed(0)} ms, ` +
      `p99 of later requests +${more(0.99).toFixed(1)} ms`,
  )
  findings.measure(`${fault}: delay of the first request`, firstMs, 'ms')
  findings.measure(`${fault}: delay of concurrent requests`, concurrentDelayMs, 'ms')
  findings.measure(`${fault}: p50 delay of later requests`, more(0.5), 'ms')
  findings.measure(`${fault}: p99 delay of later requests`, more(0.99), 'ms')
}
