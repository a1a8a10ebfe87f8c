import { setTimeout } from 'node:timers/promises'
import { expectRecovery } from '@/tools/prove/load/expect-recovery'
import { Latencies } from '@/tools/prove/load/latencies'
import { Ledger } from '@/tools/prove/load/ledger'
import { ResponseMonitor } from '@/tools/prove/load/response-monitor'
import { startLoad } from '@/tools/prove/load/start-load'
import { expectNothingLost, warmUp } from '@/tools/prove/load/test-blog'
import { startFaultyNetwork } from '@/tools/prove/machines/faulty-network'
import { addPosts, startPostgres } from '@/tools/prove/machines/postgres'
import { startServer } from '@/tools/prove/machines/server'
import { Findings, type Part } from '@/tools/prove/part'

const responseMsMax = 3_500
/** The limit for any response, including errors. A longer response counts as hanging. */
const longestMsMax = 5_000
/** The delay in each direction. A query and its response take 200 ms longer. */
const delayMs = 100
/**
 * As many clients as the pool supports over such a network: ten connections with five responses per
 * second each. More clients would test its queue.
 */
const clients = 20
/**
 * The pool waits two seconds for a connection, and connects over the slow network.
 * Rejected clients retry after half a second.
 */
const backWithinMs = 5_000

export const badNetwork: Part = {
  name: 'bad-network',
  promise:
    '200 ms of delay and 1 % resets between the server and PostgreSQL, then black holes: nothing ' +
    'lost or duplicated; for 20 clients p99 of all responses, and of those served, ≤ 3.5 s, none ' +
    'over 5 s; writes succeed again within 5 s of each black hole',
  summary:
    '200 ms delay, 1 % resets, black holes: nothing lost or duplicated, responses within 5 s',
  async prove(scene) {
    const findings = new Findings()
    // The short form transfers too little data for one percent to cause any resets.
    const resets = scene.choose(0.01, 0.1)
    const postgres = await startPostgres(scene)
    const slugs = await addPosts(postgres, 50)
    const network = await startFaultyNetwork(scene, postgres.port)
    const url = new URL(postgres.url)
    url.port = String(network.port)
    const server = await startServer(scene, url.href)
    await warmUp(server.url, slugs)
    const ledger = new Ledger(scene)
    const monitor = new ResponseMonitor(({ status }) => [200, 201, 503].includes(status))
    /**
     * Includes only successful responses. In a black hole, requests are rejected immediately, which
     * would hide slow responses.
     */
    const served = new Latencies()
    const load = startLoad(scene, server.url, {
      clients,
      slugs,
      ledger,
      onResponse: (response) => {
        if (response.status !== 503) served.add(response.tookMs)
        monitor.onResponse(response)
      },
      retry: { times: 4, afterMs: 500 },
    })
    await setTimeout(500)
    let slowestRecoveryMs = 0
    for (let round = 1; round <= scene.choose(5, 1); round++) {
      network.set({ delayMs, resets })
      await setTimeout(scene.choose(20_000, 1_000))
      network.set({ isBlackHole: true })
      await setTimeout(scene.choose(10_000, 2_400))
      network.set({ delayMs, resets })
      const backMs = await monitor.waitForWrite()
      slowestRecoveryMs = Math.max(slowestRecoveryMs, backMs)
      scene.log(
        `black hole ${round}: first successful write after ${backMs.toFixed(0)} ` +
          `ms; ${network.resets()} connections reset`,
      )
      expectRecovery(findings, `after black hole ${round}`, backMs, backWithinMs)
      findings.count('faults')
    }
    await setTimeout(scene.choose(5_000, 200))
    await load.stop()
    const p99 = served.percentile(0.99)
    const p99OfAll = load.latencies.percentile(0.99)
    findings.expectInTime(
      p99 <= responseMsMax,
      `p99 of successful responses was ${p99.toFixed(0)} ms`,
    )
    findings.expectInTime(
      p99OfAll <= responseMsMax,
      `p99 of all responses was ${p99OfAll.toFixed(0)} ms`,
    )
    findings.expectInTime(
      monitor.slowestMs <= longestMsMax,
      `the slowest response took ${monitor.slowestMs.toFixed(0)} ms`,
    )
    findings.expect(network.resets() > 0, 'no connection was reset')
    monitor.expectNoUnexpected(findings)
    findings.measure('p99 of successful responses', p99, 'ms')
    findings.measure('p99 of all responses', p99OfAll, 'ms')
    findings.measure('longest response', monitor.slowestMs, 'ms')
    findings.measure('recovery after a black hole', slowestRecoveryMs, 'ms')
    findings.measure('503 responses', load.statuses.get(503) ?? 0, '')
    findings.count('faults', network.resets())
    findings.count('requests', load.requests())
    await expectNothingLost(findings, { ledger, postgres })
    return findings
  },
}
