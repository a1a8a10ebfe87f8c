import { setTimeout } from 'node:timers/promises'
import { ask } from './ask'
import { Ledger } from './ledger'
import { watchNextPages } from './next-pages'
import { startNginx } from './nginx'
import { Findings, type Part } from './part'
import { startPgBouncer } from './pgbouncer'
import { addPosts } from './postgres'
import { startRedisBridge } from './redis-bridge'
import { startReplicatedPostgres } from './replicated-postgres'
import type { Scene } from './scene'
import { type ProvedServer, startServer } from './server'
import { startLoad } from './start-load'

const quota = 60

/** Of so many requests of one client at once, spread over all processes, how many were let through, and how many refused. */
async function countAllowed(url: string, slug: string, client: string): Promise<{ allowed: number; refused: number }> {
  const headers = { 'x-forwarded-for': client }
  const answers = await Promise.all(Array.from({ length: 3 * quota }, () => ask(`${url}/api/comments?slug=${slug}`, { headers })))
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  return { allowed: count(200), refused: count(429) }
}

async function startSite(scene: Scene) {
  const [redis, postgres] = await Promise.all([startRedisBridge(scene), startReplicatedPostgres(scene)])
  const bouncer = await startPgBouncer(scene, postgres.primary.url)
  const environment = {
    DIRECT_DATABASE_URL: postgres.primary.url,
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: redis.token,
    REDIS_URL: redis.redisUrl,
    // nginx, and one before it that tells the load's many clients apart.
    TRUSTED_PROXY_HOPS: '2',
  }
  const servers = await Promise.all(Array.from({ length: 3 }, () => startServer(scene, bouncer.url, environment)))
  const urls = servers.map(({ url }) => url)
  return { postgres, bouncer, servers, urls, front: (await startNginx(scene, urls)).url }
}

/** Kills the servers in turn and starts them again, so often and so far apart. */
async function killInTurn(servers: ProvedServer[], kills: number, everyMs: number, killed: (n: number) => Promise<void>): Promise<void> {
  for (let n = 0; n < kills; n++) {
    await setTimeout(everyMs / 2)
    const server = servers[n % servers.length]
    await server?.kill()
    await killed(n)
    await setTimeout(everyMs / 2)
    await server?.start()
  }
}

export const threeServers: Part = {
  name: 'three-servers',
  needs: ['nginx', 'pgbouncer', 'redis-server', 'pg_dump'],
  promise:
    'three processes behind nginx and PgBouncer with a shared Redis and a streaming replica, one killed every 10 s: limits hold across all, a published comment is in the next page of every process, 0 lost, 0 double, and still so when the first database is gone',
  async prove(scene) {
    const findings = new Findings()
    const [clients, kills, everyMs] = scene.choose([50, 12, 10_000], [10, 1, 1_000])
    const { postgres, bouncer, servers, urls, front } = await startSite(scene)
    const slugs = await addPosts(postgres.primary, 100)
    const ledger = new Ledger(scene)
    const load = startLoad(scene, front, { clients, slugs: slugs.slice(0, 10), ledger, retry: { times: 20, afterMs: 250 } })
    let isOver = false
    const watched = watchNextPages(scene, { front, urls, slugs: slugs.slice(10), ledger, until: () => isOver })

    await killInTurn(servers, kills, everyMs, async (n) => {
      findings.count('faults')
      const { allowed, refused } = await countAllowed(front, slugs[0] ?? '', `198.51.100.${n + 1}`)
      findings.expect(allowed <= quota, `a client that may ask ${quota} times a minute was let through ${allowed} times`)
      findings.expect(allowed > 0 && refused > 0, `of ${3 * quota} requests of one client ${allowed} were let through, ${refused} refused`)
      findings.measure('allowed of 60', allowed, '')
      scene.say(`killed ${n + 1}, ${load.requests()} requests, ${JSON.stringify([...load.statuses])}`)
    })
    isOver = true
    const pages = await watched
    findings.expect(pages.looked > 0, 'no page could be looked at')
    findings.expect(
      pages.without.length === 0,
      `${pages.without.length} of ${pages.looked} next pages were old: ${pages.without.slice(0, 3)}`,
    )

    // The first machine is gone while all goes on: the second takes over.
    await postgres.primary.kill()
    findings.count('faults')
    await postgres.replica.promote()
    bouncer.pointTo(postgres.replica.url)
    await setTimeout(scene.choose(10_000, 1_000))
    await load.stop()
    const audit = await ledger.audit(postgres.replica)
    for (const name of ['lost', 'ghosts', 'doubles'] as const) {
      findings.expect(audit[name] === 0, `${audit[name]} ${name}`)
      findings.count(name, audit[name])
    }
    findings.measure('next pages', pages.looked, '', 'lower')
    findings.measure('p50', load.latencies.percentile(0.5), 'ms')
    findings.measure('p99', load.latencies.percentile(0.99), 'ms')
    const broken = [...load.statuses].filter(([status]) => status === 0 || status >= 500).reduce((sum, [, count]) => sum + count, 0)
    findings.measure('answers cut or 5xx', broken, '')
    const away = servers.flatMap(({ output }) => output().split('\n')).filter((line) => line.includes('Redis is away')).length
    findings.measure('times Redis was thought away', away, '')
    findings.measure('acknowledged', audit.acknowledged, '', 'lower')
    findings.count('requests', load.requests())
    return findings
  },
}
