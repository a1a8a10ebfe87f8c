import { setTimeout } from 'node:timers/promises'
import { maxWaitMs } from '@/tools/prove/load/expect-recovery'
import { clientsAtOnce, expectNothingLost, startBlog } from '@/tools/prove/load/proved-blog'
import { wasConnectionRefused } from '@/tools/prove/load/send-request'
import { startSlowCards, startSlowSite } from '@/tools/prove/load/slow-cards'
import { startLoad } from '@/tools/prove/load/start-load'
import { UntakenConnections } from '@/tools/prove/load/connection-resets'
import { Witness } from '@/tools/prove/load/witness'
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
    const untaken = new UntakenConnections(scene)
    const { server, slugs, ...blog } = await startBlog(scene, 50, {
      LINK_PREVIEW_ALLOW_ORIGINS: site.origin,
      ...untaken.environment,
    })
    let mayCut = true
    const witness = new Witness(
      (response) =>
        [200, 201, 503].includes(response.status) ||
        wasConnectionRefused(response) ||
        (mayCut ? response.status === 0 : untaken.isReset(response)),
    )
    const load = startLoad(scene, server.url, {
      clients: clientsAtOnce,
      slugs,
      ledger: blog.ledger,
      told: witness.told,
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
        `kill ${kill}: ${outliving} processes that it had started outlived it`,
      )
      await server.start()
      findings.count('faults')
      scene.say(`killed ${kill} times`)
    }
    let longestExitMs = 0
    mayCut = false
    const cards = await startSlowCards(scene, {
      url: server.url,
      postgres: blog.postgres,
      origin: site.origin,
      untaken,
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
      scene.say(`stopped ${stop} times, gone after ${tookMs.toFixed(0)} ms`)
      findings.expect(code === 0, `stop ${stop}: it ended with the code ${code}`)
      findings.expect(
        outliving === 0,
        `stop ${stop}: ${outliving} processes that it had started outlived it`,
      )
      await server.start()
      findings.count('faults')
    }
    await cards.stop()
    await load.stop()
    findings.expect(
      refreshed === times,
      `of ${times} times it was told to stop, a card was being fetched anew ${refreshed} times`,
    )
    findings.expect(
      cards.strange.length === 0,
      `cards that were cut, or strange: ${cards.strange.slice(0, 3).join('; ')}`,
    )
    findings.expectInTime(
      longestExitMs <= exitMsMax,
      `it was gone ${longestExitMs.toFixed(0)} ms after SIGTERM`,
    )
    witness.expectNothingStrange(findings)
    untaken.expectNoneCut(findings, times)
    findings.measure('answers of 503', load.statuses.get(503) ?? 0, '')
    findings.measure('gone after', longestExitMs, 'ms')
    findings.measure('cards', cards.asked(), '', 'lower')
    findings.count('requests', load.requests() + cards.asked())
    await expectNothingLost(findings, blog)
    return findings
  },
}
