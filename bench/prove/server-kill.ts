import { setTimeout } from 'node:timers/promises'
import { wasRefused } from './ask'
import { Findings, type Part } from './part'
import { clientsAtOnce, expectNothingLost, startBlog } from './proved-blog'
import { startLoad } from './start-load'
import { Witness } from './witness'

const exitMsMax = 10_000

export const serverKill: Part = {
  name: 'server-kill',
  promise:
    'the server killed (-9) 20 times and told to stop (SIGTERM) 20 times: nothing lost; told, it cuts no answer and is gone within 10 s',
  async prove(scene) {
    const findings = new Findings()
    const { server, slugs, ...blog } = await startBlog(scene)
    let mayCut = true
    const witness = new Witness(
      (answer) => [200, 201, 503].includes(answer.status) || wasRefused(answer) || (mayCut && answer.status === 0),
    )
    const load = startLoad(scene, server.url, {
      clients: clientsAtOnce,
      slugs,
      ledger: blog.ledger,
      told: witness.told,
      // Until the server is there again, and longer.
      retry: { times: 20, afterMs: 500 },
    })
    const times = scene.choose(20, 1)
    const loaded = () => setTimeout(500 + Math.random() * 1_000)
    for (let kill = 1; kill <= times; kill++) {
      await loaded()
      await server.kill()
      await server.start()
      findings.count('faults')
      scene.say(`killed ${kill} times`)
    }
    let longestExitMs = 0
    mayCut = false
    for (let stop = 1; stop <= times; stop++) {
      await loaded()
      const { tookMs, code } = await server.terminate()
      longestExitMs = Math.max(longestExitMs, tookMs)
      scene.say(`stopped ${stop} times, gone after ${tookMs.toFixed(0)} ms`)
      findings.expect(code === 0, `stop ${stop}: it ended with the code ${code}`)
      await server.start()
      findings.count('faults')
    }
    await load.stop()
    findings.expectInTime(longestExitMs <= exitMsMax, `it was gone ${longestExitMs.toFixed(0)} ms after SIGTERM`)
    witness.expectNothingStrange(findings)
    findings.measure('503', load.statuses.get(503) ?? 0, '')
    findings.measure('gone after', longestExitMs, 'ms')
    findings.count('requests', load.requests())
    await expectNothingLost(findings, blog)
    return findings
  },
}
