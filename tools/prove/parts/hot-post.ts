import { ResponseMonitor } from '@/tools/prove/load/response-monitor'
import { startLoad } from '@/tools/prove/load/start-load'
import { expectNothingLost, startBlog } from '@/tools/prove/load/test-blog'
import { waitForCount } from '@/tools/prove/load/wait-for-count'
import { Findings, type Part } from '@/tools/prove/part'

const concurrentReaders = 64

export const hotPost: Part = {
  name: 'hot-post',
  promise:
    '20,000 views of one post while PostgreSQL is killed (-9): acknowledged ≤ counted ≤ ' +
    'acknowledged + unknown',
  async prove(scene) {
    const findings = new Findings()
    const { server, slugs, ...blog } = await startBlog(scene, 1)
    const monitor = new ResponseMonitor(({ status }) => [200, 201, 503].includes(status))
    const load = startLoad(scene, server.url, {
      clients: concurrentReaders,
      slugs,
      ledger: blog.ledger,
      onResponse: monitor.onResponse,
      mix: { views: 100, comments: 0 },
      // Retries until there is a response, so that nothing is unknown and the count must equal the
      // acknowledged views.
      retry: { times: 600, afterMs: 100 },
    })
    const [views, kills] = scene.choose([20_000, 8], [1_000, 2])
    const written = () => load.statuses.get(201) ?? 0
    // A load that makes no progress is stopped at the end of the scene, without further retries.
    const isStuck = async (count: number, when: string) => {
      const isReached = await waitForCount(written, count)
      findings.expect(
        isReached,
        `${when}: views were no longer acknowledged, after ${written()} of ${views}`,
      )
      return !isReached
    }
    for (let kill = 1; kill <= kills; kill++) {
      if (await isStuck((views * kill) / (kills + 1), `killed ${kill - 1} times`)) return findings
      await blog.postgres.kill()
      await blog.postgres.start()
      scene.log(`killed ${kill} times, ${written()} views`)
      findings.count('faults')
    }
    if (await isStuck(views, `killed ${kills} times`)) return findings
    await load.stop()
    monitor.expectNoUnexpected(findings)
    findings.measure('new views (201)', written(), '', 'lower')
    findings.count('requests', load.requests())
    await expectNothingLost(findings, blog, { kinds: ['views'] })
    return findings
  },
}
