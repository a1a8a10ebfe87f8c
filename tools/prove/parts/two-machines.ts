import { setTimeout } from 'node:timers/promises'
import { DowntimeLog } from '@/tools/prove/load/downtime-log'
import { expectFewBroken } from '@/tools/prove/load/expect-few-broken'
import { expectLimited } from '@/tools/prove/load/expect-limited'
import { expectRecovery, maxWaitMs } from '@/tools/prove/load/expect-recovery'
import { Ledger } from '@/tools/prove/load/ledger'
import { expectNextPages, watchNextPages } from '@/tools/prove/load/next-pages'
import { ResponseMonitor } from '@/tools/prove/load/response-monitor'
import { startLoad } from '@/tools/prove/load/start-load'
import { expectNothingLost, warmUp } from '@/tools/prove/load/test-blog'
import { startTwoMachines } from '@/tools/prove/machines/network-machines'
import { startNginx } from '@/tools/prove/machines/nginx'
import { startPgBouncer } from '@/tools/prove/machines/pgbouncer'
import { addPosts } from '@/tools/prove/machines/postgres'
import { startReplicatedPostgres } from '@/tools/prove/machines/replicated-postgres'
import { startReplicatedRedis } from '@/tools/prove/machines/replicated-redis'
import { startServer, type TestServer } from '@/tools/prove/machines/server'
import { Findings, type Part } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'

/** The time after a replica was promoted, in milliseconds. */
const backWithinMs = 10_000
/** Additional milliseconds that a response may take while a server fails over. */
const slowerMsMax = 5_000
/** The time for processes to serve the waiting requests once the database is back. */
const catchUpMs = 3_500

type Network = Exclude<ReturnType<typeof startTwoMachines>, string>

async function startSite(scene: Scene, { machines, front, movable }: Network) {
  const [redis, postgres] = await Promise.all([
    startReplicatedRedis(scene, machines),
    startReplicatedPostgres(scene, machines),
  ])
  const bouncer = await startPgBouncer(scene, postgres.primary.url, front)
  const environment = {
    DIRECT_DATABASE_URL: postgres.primary.url,
    DATABASE_REPLICA_URL: postgres.replica.url,
    REDIS_URL: `redis://${movable}:${redis.port}`,
    // nginx and a proxy in front of it, which distinguishes the clients of the load.
    TRUSTED_PROXY_HOPS: '2',
  }
  const servers = await Promise.all(
    machines.map((machine) =>
      startServer(scene, bouncer.url, environment, scene.checkout, machine),
    ),
  )
  const urls = servers.map(({ url }) => url)
  return { postgres, redis, bouncer, servers, urls, front: (await startNginx(scene, urls)).url }
}

/**
 * Fails Redis over and resolves with the milliseconds until each server has shared pages again, and
 * limits, if it noticed that they were not shared. Infinity if one never has.
 */
async function failRedisOver(servers: TestServer[], failOver: () => Promise<void>) {
  const since = servers.map(({ output }) => output().length)
  await failOver()
  const startedAt = performance.now()
  const sharesAgain = ({ output }: TestServer, n: number) => {
    const lines = output().slice(since[n])
    return (
      lines.includes('shared pages: Redis is available again') &&
      lines.lastIndexOf('rate limits: Redis is available again') >=
        lines.lastIndexOf('rate limits: Redis is unavailable')
    )
  }
  while (!servers.every(sharesAgain)) {
    if (performance.now() > startedAt + maxWaitMs) return Number.POSITIVE_INFINITY
    await setTimeout(20)
  }
  return performance.now() - startedAt
}

export const twoMachines: Part = {
  name: 'two-machines',
  needs: ['nginx', 'pgbouncer', 'redis-server', 'pg_dump'],
  runs: 3,
  promise:
    'two machines (network namespaces), each with a blog, one with PostgreSQL and Redis and the ' +
    'other with their replicas, behind nginx and PgBouncer, while 50 clients read, search on the ' +
    'replica and write: when Redis fails over, no response fails, and pages and limits are ' +
    'shared again within 10 s; when PostgreSQL fails over, writes recover within 10 s of the ' +
    'promotion, only 503 errors, at most 2 % of all responses; nothing lost or duplicated; no ' +
    'response takes 5 s longer than the slowest before; before and after each, limits hold and a ' +
    'published comment is on the next page of both',
  summary: 'two machines, PostgreSQL and Redis fail over: nothing lost, at most 5 s slower',
  async prove(scene) {
    const findings = new Findings()
    const network = startTwoMachines(scene)
    if (typeof network === 'string') {
      findings.skip(network)
      return findings
    }
    const { postgres, redis, bouncer, servers, urls, front } = await startSite(scene, network)
    const [clients, usualMs] = scene.choose([50, 40_000], [10, 2_000])
    const slugs = await addPosts(postgres.primary, 130)
    const [slug = ''] = slugs
    await Promise.all(urls.map((url) => warmUp(url, slugs)))
    const ledger = new Ledger(scene)
    // No process is killed, so nothing excuses a broken response.
    const downtimes = new DowntimeLog()
    const takeover = new DowntimeLog()
    const monitor = new ResponseMonitor(
      ({ status, at, tookMs }) =>
        [200, 201].includes(status) ||
        (status === 503 && takeover.wasDown(at - tookMs - catchUpMs)),
    )
    const load = startLoad(scene, front, {
      clients,
      slugs: slugs.slice(0, 10),
      ledger,
      // The delay in `Retry-After`. More attempts would exceed the limit of five comments a minute.
      retry: { times: 20, afterMs: 2_000 },
      // Without pauses, the load alone would make responses slow.
      pauseMs: 500,
      onResponse: monitor.onResponse,
      moreReads: ['/api/search?q=proved'],
    })
    let slowestMs: number | undefined
    /** Checks limits and next pages for a while, on posts whose first pages have space. */
    const expectNormal = async (n: number, when: string) => {
      const own = slugs.slice(10 + 40 * n, 50 + 40 * n)
      const watch = watchNextPages(scene, { front, urls, slugs: own, ledger, downtimes })
      await expectLimited(findings, { front, slug, client: `203.0.113.${n + 1}`, downtimes })
      await setTimeout(usualMs)
      for (const url of urls) await watch.waitForCheck(url)
      expectNextPages(findings, await watch.stop(), urls, when)
      findings.measure(`slowest response ${when}`, monitor.slowestMs, 'ms')
      slowestMs ??= monitor.slowestMs
      findings.expectInTime(
        monitor.slowestMs <= slowestMs + slowerMsMax,
        `${when}, a response took ${monitor.slowestMs.toFixed(0)} ms, before ` +
          `${slowestMs.toFixed(0)} ms at most`,
      )
      monitor.slowestMs = 0
      scene.log(`${when}: ${load.requests()} requests, ${JSON.stringify([...load.statuses])}`)
    }

    await expectNormal(0, 'before the failovers')
    const [reading] = await postgres.replica.sql<{ connections: number }>(
      'SELECT count(*)::integer AS connections FROM pg_stat_activity WHERE client_addr = ANY ($1)',
      [network.machines.map(({ address }) => address)],
    )
    findings.expect((reading?.connections ?? 0) > 0, 'no process read from the replica')

    findings.count('faults')
    const sharedMs = await failRedisOver(servers, async () => {
      await redis.killPrimary()
      await redis.promoteReplica()
      network.moveAddress()
    })
    expectRecovery(findings, 'Redis failed over', sharedMs, backWithinMs)
    findings.measure('pages and limits shared again after', sharedMs, 'ms')
    await expectNormal(1, 'after that of Redis')

    findings.count('faults')
    takeover.markDown(postgres.primary.url)
    await postgres.primary.kill()
    const killedAt = performance.now()
    await postgres.replica.promote()
    findings.measure('promotion of the replica', performance.now() - killedAt, 'ms')
    bouncer.pointTo(postgres.replica.url)
    const backMs = await monitor.waitForWrite()
    takeover.markUp(postgres.primary.url)
    expectRecovery(findings, 'the replica of PostgreSQL was promoted', backMs, backWithinMs)
    findings.measure('recovery on the replica after', backMs, 'ms')
    await expectNormal(2, 'after that of PostgreSQL')

    await load.stop()
    monitor.expectNoUnexpected(findings)
    expectFewBroken(findings, load)
    await expectNothingLost(findings, { ledger, postgres: postgres.replica })
    return findings
  },
}
