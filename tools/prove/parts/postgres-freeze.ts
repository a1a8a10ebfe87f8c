import { setTimeout } from 'node:timers/promises'
import { expectRecovery } from '@/tools/prove/load/expect-recovery'
import { Latencies } from '@/tools/prove/load/latencies'
import { ResponseMonitor } from '@/tools/prove/load/response-monitor'
import { sendRequest } from '@/tools/prove/load/send-request'
import { startLoad } from '@/tools/prove/load/start-load'
import { clientsAtOnce, expectNothingLost, startBlog } from '@/tools/prove/load/test-blog'
import { Findings, type Part } from '@/tools/prove/part'

const responseMsMax = 3_500
const recoverMsMax = 2_000
/** The limit for a cached page, which needs no database. */
const pageMsMax = 500

export const postgresFreeze: Part = {
  name: 'postgres-freeze',
  promise:
    'PostgreSQL frozen (SIGSTOP) for 30 s: every response within 3.5 s, static pages keep ' +
    'working, each within 0.5 s, recovery within 2 s',
  summary:
    'PostgreSQL frozen for 30 s: responses within 3.5 s, static pages within 0.5 s, recovery ' +
    'within 2 s',
  async prove(scene) {
    const findings = new Findings()
    const { server, slugs, ...blog } = await startBlog(scene)
    const [quiet = '', ...written] = slugs
    const page = `${server.url}/posts/${quiet}`
    const monitor = new ResponseMonitor(({ status }) => [200, 201, 503].includes(status))
    const options = {
      clients: clientsAtOnce,
      slugs: written,
      ledger: blog.ledger,
      onResponse: monitor.onResponse,
      retry: { times: 4, afterMs: 500 },
    }
    await sendRequest(page)
    const load = startLoad(scene, server.url, options)
    await setTimeout(scene.choose(5_000, 1_000))
    const pages = new Latencies()
    let notSent = 0
    blog.postgres.freeze()
    scene.log('PostgreSQL is frozen')
    const resumedAt = performance.now() + scene.choose(30_000, 2_600)
    while (performance.now() < resumedAt) {
      const { status, tookMs } = await sendRequest(page)
      if (status !== 200) notSent++
      pages.add(tookMs)
      await setTimeout(50)
    }
    blog.postgres.thaw()
    const backMs = await monitor.waitForWrite()
    scene.log(`resumed; first successful write after ${backMs.toFixed(0)} ms`)
    findings.count('faults')
    await setTimeout(scene.choose(5_000, 500))
    await load.stop()
    findings.expect(
      notSent === 0,
      `a cached page was not returned in ${notSent} of ${pages.count} requests`,
    )
    findings.expect(pages.count > 0, 'no page was requested while PostgreSQL was frozen')
    const longestPageMs = pages.percentile(1)
    findings.expectInTime(
      longestPageMs <= pageMsMax,
      `a cached page took ${longestPageMs.toFixed(0)} ms`,
    )
    findings.expectInTime(
      monitor.slowestMs <= responseMsMax,
      `the slowest response took ${monitor.slowestMs.toFixed(0)} ms`,
    )
    expectRecovery(findings, 'after PostgreSQL was resumed', backMs, recoverMsMax)
    monitor.expectNoUnexpected(findings)
    findings.measure('longest response', monitor.slowestMs, 'ms')
    findings.measure('p99 of a cached page', pages.percentile(0.99), 'ms')
    findings.measure('longest response of a cached page', longestPageMs, 'ms')
    findings.measure('recovery', backMs, 'ms')
    findings.count('requests', load.requests() + pages.count)
    await expectNothingLost(findings, blog)
    return findings
  },
}
