import { setTimeout } from 'node:timers/promises'
import { expectRecovery } from '@/tools/prove/load/expect-recovery'
import { ResponseMonitor } from '@/tools/prove/load/response-monitor'
import { startLoad } from '@/tools/prove/load/start-load'
import { clientsAtOnce, expectNothingLost, startBlog } from '@/tools/prove/load/test-blog'
import { Findings, type Part } from '@/tools/prove/part'

const recoverMsMax = 2_000

export const postgresKill: Part = {
  name: 'postgres-kill',
  promise:
    'PostgreSQL killed (-9) 20 times under load: nothing lost or duplicated, only 503 errors, ' +
    'recovery within 2 s',
  async prove(scene) {
    const findings = new Findings()
    const { server, slugs, ...blog } = await startBlog(scene)
    const monitor = new ResponseMonitor(({ status }) => [200, 201, 503].includes(status))
    const load = startLoad(scene, server.url, {
      clients: clientsAtOnce,
      slugs,
      ledger: blog.ledger,
      onResponse: monitor.onResponse,
      retry: { times: 4, afterMs: 500 },
    })
    let slowestMs = 0
    for (let kill = 1; kill <= scene.choose(20, 2); kill++) {
      await setTimeout(scene.choose(1_000, 500) + Math.random() * 1_000)
      await blog.postgres.kill()
      await setTimeout(Math.random() * scene.choose(1_000, 100))
      await blog.postgres.start()
      const backMs = await monitor.waitForWrite()
      slowestMs = Math.max(slowestMs, backMs)
      scene.log(`kill ${kill}: first successful write after ${backMs.toFixed(0)} ms`)
      expectRecovery(findings, `kill ${kill}, after PostgreSQL was ready`, backMs, recoverMsMax)
      findings.count('faults')
    }
    await setTimeout(scene.choose(1_000, 200))
    await load.stop()
    monitor.expectNoUnexpected(findings)
    findings.measure('recovery', slowestMs, 'ms')
    findings.measure('longest response', monitor.slowestMs, 'ms')
    findings.measure('503 responses', load.statuses.get(503) ?? 0, '')
    findings.count('requests', load.requests())
    await expectNothingLost(findings, blog)
    return findings
  },
}
