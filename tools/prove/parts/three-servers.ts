import { setTimeout } from 'node:timers/promises'
import { DowntimeLog } from '@/tools/prove/load/downtime-log'
import { expectFewBroken } from '@/tools/prove/load/expect-few-broken'
import { expectLimited } from '@/tools/prove/load/expect-limited'
import { expectRecovery } from '@/tools/prove/load/expect-recovery'
import { Ledger } from '@/tools/prove/load/ledger'
import { expectNextPages, watchNextPages } from '@/tools/prove/load/next-pages'
import { ResponseMonitor } from '@/tools/prove/load/response-monitor'
import { startLoad } from '@/tools/prove/load/start-load'
import { expectNothingLost } from '@/tools/prove/load/test-blog'
import { startNginx } from '@/tools/prove/machines/nginx'
import { startPgBouncer } from '@/tools/prove/machines/pgbouncer'
import { addPosts } from '@/tools/prove/machines/postgres'
import { startRedisBridge } from '@/tools/prove/machines/redis-bridge'
import { startReplicatedPostgres } from '@/tools/prove/machines/replicated-postgres'
import { startServer, type TestServer } from '@/tools/prove/machines/server'
import { Findings, type Part } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'

/**
 * PgBouncer retries a failed server after one second and rejects waiting clients after three.
 * Rejected clients retry.
 */
const backWithinMs = 10_000

async function startSite(scene: Scene) {
  const [redis, postgres] = await Promise.all([
    startRedisBridge(scene),
    startReplicatedPostgres(scene),
  ])
  const bouncer = await startPgBouncer(scene, postgres.primary.url)
  const environment = {
    DIRECT_DATABASE_URL: postgres.primary.url,
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: redis.token,
    REDIS_URL: redis.redisUrl,
    // nginx and a proxy in front of it, which distinguishes the clients of the load.
    TRUSTED_PROXY_HOPS: '2',
  }
  const servers = await Promise.all(
    Array.from({ length: 3 }, () => startServer(scene, bouncer.url, environment)),
  )
  const urls = servers.map(({ url }) => url)
  return { postgres, bouncer, servers, urls, front: (await startNginx(scene, urls)).url }
}

/**
 * The time for a restarted process to render its first pages, and for the others to process the
 * waiting requests.
 */
const catchUpMs = 3_500

type KillOptions = {
  kills: number
  everyMs: number
  downtimes: DowntimeLog
  killed: (n: number) => Promise<void>
  restarted: (n: number, server: TestServer) => Promise<void>
}

/** Kills and restarts the servers in turn at an interval. */
async function killInTurn(
  servers: TestServer[],
  { kills, everyMs, downtimes, killed, restarted }: KillOptions,
): Promise<void> {
  for (let n = 0; n < kills; n++) {
    await setTimeout(everyMs / 2)
    const server = servers[n % servers.length]
    if (!server) return
    downtimes.markDown(server.url)
    await server.kill()
    await killed(n)
    await setTimeout(everyMs / 2)
    await server.start()
    downtimes.markUp(server.url)
    await restarted(n, server)
  }
}

export const threeServers: Part = {
  name: 'three-servers',
  needs: ['nginx', 'pgbouncer', 'redis-server', 'pg_dump'],
  promise:
    'three processes behind nginx and PgBouncer with a shared Redis and a streaming replica, one ' +
    'killed every 10 s: limits hold across all, a published comment is on the next page of every ' +
    'process, nothing lost or duplicated, no 503 except while one is dead and for 3.5 s after it ' +
    'is back, and at most 2 % of all responses broken; after the loss of the first database, ' +
    'writes recover within 10 s of the replica’s promotion, and all of it holds as before',
  summary:
    'processes killed every 10 s, then replica failover: nothing lost, pages and limits consistent',
  async prove(scene) {
    const findings = new Findings()
    const [clients, kills, everyMs] = scene.choose([50, 12, 10_000], [10, 1, 1_000])
    const { postgres, bouncer, servers, urls, front } = await startSite(scene)
    const slugs = await addPosts(postgres.primary, 100)
    const [slug = ''] = slugs
    const ledger = new Ledger(scene)
    const downtimes = new DowntimeLog()
    const takeover = new DowntimeLog()
    const isBusy = (startedAt: number) =>
      downtimes.wasDown(startedAt - catchUpMs) || takeover.wasDown(startedAt - catchUpMs)
    const monitor = new ResponseMonitor((response) => {
      const startedAt = response.at - response.tookMs
      return (
        [200, 201].includes(response.status) ||
        (response.status === 503 && isBusy(startedAt)) ||
        downtimes.explain(response, startedAt)
      )
    })
    const retry = { times: 20, afterMs: 250 }
    const load = startLoad(scene, front, {
      clients,
      slugs: slugs.slice(0, 10),
      ledger,
      retry,
      onResponse: monitor.onResponse,
    })
    // Each watch has its own posts, whose first pages have space.
    const watch = (from: number, to: number) =>
      watchNextPages(scene, { front, urls, ledger, downtimes, slugs: slugs.slice(from, to) })
    const before = watch(10, 60)

    const killed = async (n: number) => {
      findings.count('faults')
      await expectLimited(findings, { front, slug, client: `198.51.100.${n + 1}`, downtimes })
      scene.log(
        `killed ${n + 1}, ${load.requests()} requests, ${JSON.stringify([...load.statuses])}`,
      )
    }
    const restarted = async (n: number, { url }: TestServer) => {
      // Checked before with two processes, and now with all three.
      await expectLimited(findings, { front, slug, client: `198.51.101.${n + 1}`, downtimes })
      findings.expect(
        await before.waitForCheck(url),
        `process ${urls.indexOf(url) + 1} was killed, and was not checked again`,
      )
    }
    await killInTurn(servers, { kills, everyMs, downtimes, killed, restarted })
    expectNextPages(findings, await before.stop(), urls, 'while processes died')

    // Kills the primary under load; the replica takes over.
    takeover.markDown(postgres.primary.url)
    await postgres.primary.kill()
    findings.count('faults')
    await postgres.replica.promote()
    bouncer.pointTo(postgres.replica.url)
    const backMs = await monitor.waitForWrite()
    takeover.markUp(postgres.primary.url)
    scene.log(`the replica took over: first successful write after ${backMs.toFixed(0)} ms`)
    expectRecovery(findings, 'the replica was promoted', backMs, backWithinMs)
    const after = watch(60, 100)
    await setTimeout(scene.choose(10_000, 1_500))
    await expectLimited(findings, { front, slug, client: '203.0.113.1', downtimes })
    for (const url of urls) await after.waitForCheck(url)
    expectNextPages(findings, await after.stop(), urls, 'on the replica')
    await load.stop()
    monitor.expectNoUnexpected(findings)
    findings.measure('recovery on the replica after', backMs, 'ms')
    expectFewBroken(findings, load)
    const redisFailures = servers
      .flatMap(({ output }) => output().split('\n'))
      .filter((line) => line.includes('Redis is unavailable')).length
    findings.measure('times Redis was considered unavailable', redisFailures, '')
    await expectNothingLost(findings, { ledger, postgres: postgres.replica })
    return findings
  },
}
