import { setTimeout } from 'node:timers/promises'
import { ConnectionResets } from '@/tools/prove/load/connection-resets'
import { maxWaitMs } from '@/tools/prove/load/expect-recovery'
import { ResponseMonitor } from '@/tools/prove/load/response-monitor'
import { wasConnectionRefused } from '@/tools/prove/load/send-request'
import { startSlowCards, startSlowSite } from '@/tools/prove/load/slow-cards'
import { startLoad } from '@/tools/prove/load/start-load'
import { clientsAtOnce, expectNothingLost, startBlog } from '@/tools/prove/load/test-blog'
import { Findings, type Part } from '@/tools/prove/part'

const exitMsMax = 10_000

export const serverKill: Part = {
  name: 'server-kill',
  promise:
    'the server killed (-9) 20 times and stopped (SIGTERM) 20 times: nothing lost; after SIGTERM ' +
    'it completes every response, including link cards of a slow site, and exits within 10 s ' +
    'while cards are being refreshed',
  summary:
    '20 kills and 20 SIGTERMs: nothing lost; SIGTERM completes responses and exits within 10 s',
  async prove(scene) {
    const findings = new Findings()
    const site = await startSlowSite(scene)
    const resets = new ConnectionResets(scene)
    const { server, slugs, ...blog } = await startBlog(scene, 50, {
      LINK_PREVIEW_ALLOW_ORIGINS: site.origin,
      ...resets.environment,
    })
    let mayCut = true
    const monitor = new ResponseMonitor(
      (response) =>
        [200, 201, 503].includes(response.status) ||
        wasConnectionRefused(response) ||
        (mayCut ? response.status === 0 : resets.isReset(response)),
    )
    const load = startLoad(scene, server.url, {
      clients: clientsAtOnce,
      slugs,
      ledger: blog.ledger,
      onResponse: monitor.onResponse,
      // Retries for longer than the server needs to restart.
      retry: { times: 20, afterMs: 500 },
    })
    const times = scene.choose(20, 1)
    const loaded = () => setTimeout(500 + Math.random() * 1_000)
    for (let kill = 1; kill <= times; kill++) {
      await loaded()
      const { outliving } = await server.kill()
      findings.expect(
        outliving === 0,
        `kill ${kill}: ${outliving} child processes survived the server`,
      )
      await server.start()
      findings.count('faults')
      scene.log(`killed ${kill} times`)
    }
    let longestExitMs = 0
    mayCut = false
    const cards = await startSlowCards(scene, {
      url: server.url,
      postgres: blog.postgres,
      origin: site.origin,
      resets,
    })
    let refreshed = 0
    for (let stop = 1; stop <= times; stop++) {
      await cards.age()
      await loaded()
      for (
        const end = performance.now() + maxWaitMs;
        site.refreshes() === 0 && performance.now() < end;
      )
        await setTimeout(10)
      if (site.refreshes() > 0) refreshed++
      const { tookMs, code, outliving } = await server.terminate()
      longestExitMs = Math.max(longestExitMs, tookMs)
      scene.log(`stopped ${stop} times, exited after ${tookMs.toFixed(0)} ms`)
      findings.expect(code === 0, `stop ${stop}: the server exited with code ${code}`)
      findings.expect(
        outliving === 0,
        `stop ${stop}: ${outliving} child processes survived the server`,
      )
      await server.start()
      findings.count('faults')
    }
    await cards.stop()
    await load.stop()
    findings.expect(
      refreshed === times,
      `a card was being refreshed in only ${refreshed} of ${times} stops`,
    )
    findings.expect(
      cards.unexpected.length === 0,
      `unexpected responses to card requests: ${cards.unexpected.slice(0, 3).join('; ')}`,
    )
    findings.expectInTime(
      longestExitMs <= exitMsMax,
      `the server exited ${longestExitMs.toFixed(0)} ms after SIGTERM`,
    )
    monitor.expectNoUnexpected(findings)
    resets.expectNoneAborted(findings, times)
    findings.measure('503 responses', load.statuses.get(503) ?? 0, '')
    findings.measure('exit after SIGTERM', longestExitMs, 'ms')
    findings.measure('cards', cards.requests(), '', 'lower')
    findings.count('requests', load.requests() + cards.requests())
    await expectNothingLost(findings, blog)
    return findings
  },
}
