import type { RequestListener } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type RedisOverRest, startRedis } from '@/test/servers/redis'
import { compareWithoutRedis, pauseMs, usualBurst } from '@/tools/prove/load/compare-without-redis'
import { FloodingClient } from '@/tools/prove/load/flooding-client'
import { makePagesRedisUnavailable } from '@/tools/prove/load/pages-without-redis'
import { sendRequest } from '@/tools/prove/load/send-request'
import { addPosts, startPostgres, type TestPostgres } from '@/tools/prove/machines/postgres'
import { startServer } from '@/tools/prove/machines/server'
import { Findings, type Part } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'

const quota = 60
const processes = 3

type Fault = {
  name: string
  begin: (redis: RedisOverRest) => unknown
  end?: (redis: RedisOverRest) => unknown
}

const respondWith = (listener: RequestListener) => (redis: RedisOverRest) => redis.behave(listener)

const faults: Fault[] = [
  // Accepts requests but never responds, like a firewall that drops responses.
  { name: 'black-holed', begin: respondWith(() => {}) },
  {
    name: 'returning 500',
    begin: respondWith((_, response) => void response.writeHead(500).end('oh')),
  },
  {
    name: 'returning HTML',
    begin: respondWith(
      (_, response) =>
        void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome'),
    ),
  },
  {
    name: '5 s slow',
    begin: (redis) =>
      redis.behave(
        (request, response) => void globalThis.setTimeout(redis.serve, 5_000, request, response),
      ),
  },
  { name: 'refusing', begin: (redis) => redis.refuse(), end: (redis) => redis.accept() },
]

export const redisUnavailable: Part = {
  name: 'redis-unavailable',
  needs: ['redis-server'],
  promise:
    'Redis unavailable in five ways: the first request, alone or one of 50 at once, waits at ' +
    'most 350 ms longer; after that 99 % take at most 5 ms longer and none waits for Redis; ' +
    'in any minute, a client gets its limit once through Redis and at most once more from each ' +
    'of three processes (half of it for writes); and without the Redis for pages, everything ' +
    'keeps working, with pages at most 5 s old',
  summary: 'Redis fails five ways: ≤ 350 ms extra at first, limits per process, pages ≤ 5 s old',
  async prove(scene) {
    const findings = new Findings()
    const postgres = await startPostgres(scene)
    const slugs = await addPosts(postgres, 20)
    await makeLimitsRedisUnavailable(scene, findings, postgres, slugs[0] ?? '')
    await makePagesRedisUnavailable(scene, findings, postgres, slugs)
    return findings
  },
}

async function makeLimitsRedisUnavailable(
  scene: Scene,
  findings: Findings,
  postgres: TestPostgres,
  slug: string,
): Promise<void> {
  const redis = await startRedis()
  scene.onEnd(redis.stop)
  const shared = { UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token }
  const [withoutRedis, burstServer, singleServer, floodedServer] = await Promise.all([
    startServer(scene, postgres.url),
    startServer(scene, postgres.url, shared),
    startServer(scene, postgres.url, shared),
    startServer(scene, postgres.url, shared),
  ])
  const withRedis = [burstServer, singleServer, floodedServer]
  const address = `/api/views?slug=${slug}`
  // Warms up the servers, because the first request loads code.
  for (const { url } of [withoutRedis, ...withRedis]) {
    for (let times = 0; times < 50; times++) await sendRequest(url + address)
    await usualBurst(scene, url + address)
  }
  for (const fault of scene.choose(faults, faults.slice(0, 1))) {
    for (const { url } of withRedis) {
      findings.expect(
        await usesRedis(redis, url + address),
        `requests did not use Redis before it was ${fault.name}`,
      )
    }
    const usualMs = {
      withRedis: await usualBurst(scene, burstServer.url + address),
      withoutRedis: await usualBurst(scene, withoutRedis.url + address),
    }
    const clients = {
      reads: new FloodingClient(withRedis, address),
      writes: new FloodingClient(withRedis, '/api/views', { slug }),
    }
    const flooding = Object.values(clients)
    for (const client of flooding) await client.sendRequests(processes)
    await fault.begin(redis)
    await Promise.all(flooding.map((client) => client.sendConcurrently(floodedServer, 50)))
    await compareWithoutRedis(
      scene,
      findings,
      { burstServer, singleServer, withoutRedis, address, fault: fault.name },
      usualMs,
    )
    for (const client of flooding) await client.sendRequests(2 * quota)
    redis.behave(redis.serve)
    await fault.end?.(redis)
    findings.count('faults')
    for (const { url } of withRedis) {
      findings.expect(
        await usesRedisAgain(redis, url + address),
        `requests did not use Redis again in time after it was ${fault.name}`,
      )
    }
    for (const client of flooding) await client.sendRequests(2 * quota)
    const most = { reads: quota + processes * quota, writes: quota + processes * (quota / 2) }
    for (const what of ['reads', 'writes'] as const) {
      const client = clients[what]
      const granted = client.maxGrantsPerMinute()
      findings.expect(granted <= most[what], describeGranted(granted, what))
      findings.expect(client.rejected > 0, `no request was rejected (${what})`)
      findings.measure(`${what} allowed within a minute (limit: ${quota})`, granted, '')
    }
  }
}

/** Returns a failure message, which the pattern of a mutant in mutants.ts matches. */
export const describeGranted = (granted: number, what: string) =>
  `${granted} ${what} were allowed within a minute (limit: ${quota}) by ${processes} processes`

/** Returns whether each request of a server reaches Redis. */
async function usesRedis(redis: RedisOverRest, address: string): Promise<boolean> {
  const before = redis.requests()
  for (let times = 0; times < 5; times++) await sendRequest(address)
  return redis.requests() - before >= 5
}

/** Returns whether requests reach Redis, once the server has retried it after the pause. */
async function usesRedisAgain(redis: RedisOverRest, address: string): Promise<boolean> {
  for (
    const end = performance.now() + pauseMs + 2_000;
    performance.now() < end;
    await setTimeout(100)
  ) {
    if (await usesRedis(redis, address)) return true
  }
  return false
}
