import type { RequestListener } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type RedisOverRest, startRedis } from '@/lib/testing/redis'
import { ask } from './ask'
import { compareWithoutRedis, pauseMs, usualCrowd } from './compare-without-redis'
import { GreedyClient } from './greedy-client'
import { worstCases } from './headline-figures'
import { takePagesRedisAway } from './pages-without-redis'
import { Findings, type Part } from './part'
import { addPosts, type ProvedPostgres, startPostgres } from './postgres'
import type { Scene } from './scene'
import { startServer } from './server'

const quota = 60

type Fault = { name: string; begin: (redis: RedisOverRest) => unknown; end?: (redis: RedisOverRest) => unknown }

const answering = (listener: RequestListener) => (redis: RedisOverRest) => redis.behave(listener)

const faults: Fault[] = [
  // It takes the question and says nothing, as behind a firewall that drops what comes back.
  { name: 'black-holed', begin: answering(() => {}) },
  { name: 'answers 500', begin: answering((_, response) => void response.writeHead(500).end('oh')) },
  {
    name: 'answers HTML',
    begin: answering((_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome')),
  },
  {
    name: '5 s slow',
    begin: (redis) => redis.behave((request, response) => void globalThis.setTimeout(redis.serve, 5_000, request, response)),
  },
  { name: 'refusing', begin: (redis) => redis.refuse(), end: (redis) => redis.accept() },
]

export const redisAway: Part = {
  name: 'redis-away',
  needs: ['redis-server'],
  promise:
    'Redis away in five ways: who comes in the first moment, alone or 50 at once, waits 350 ms more at most, after that 99 % take 5 ms more at most and nobody waits for it; of n processes a client gets n times a limit of reads, n/2 times one of writes, once more when Redis is back; and without the Redis of pages all go on, 5 s old at most',
  headlines: (figures) => worstCases(figures, /^(?<where>.+), (?<what>(?:first|crowd|median|99 %) more)$/),
  async prove(scene) {
    const findings = new Findings()
    const postgres = await startPostgres(scene)
    const slugs = await addPosts(postgres, 20)
    await takeLimitsAway(scene, findings, postgres, slugs[0] ?? '')
    await takePagesRedisAway(scene, findings, postgres, slugs)
    return findings
  },
}

async function takeLimitsAway(scene: Scene, findings: Findings, postgres: ProvedPostgres, slug: string): Promise<void> {
  const redis = await startRedis()
  scene.onEnd(redis.stop)
  const shared = { UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token }
  const [alone, crowded, quiet, ...others] = await Promise.all([
    startServer(scene, postgres.url),
    startServer(scene, postgres.url, shared),
    startServer(scene, postgres.url, shared),
    ...Array.from({ length: scene.choose(1, 0) }, () => startServer(scene, postgres.url, shared)),
  ])
  const sharing = [crowded, quiet, ...others]
  const address = `/api/views?slug=${slug}`
  const reader = new GreedyClient(sharing, address)
  const writer = new GreedyClient(sharing, '/api/views', { slug })
  // More than all of them together grant.
  const greed = (sharing.length + 1) * quota
  // What is asked for the first time is made then.
  for (const { url } of [alone, ...sharing]) {
    for (let times = 0; times < 50; times++) await ask(url + address)
    await usualCrowd(scene, url + address)
  }
  for (const fault of scene.choose(faults, faults.slice(0, 1))) {
    for (const { url } of [crowded, quiet]) {
      const asked = redis.requests()
      await ask(url + address)
      findings.expect(redis.requests() > asked, `before it was ${fault.name}, Redis was not asked`)
    }
    const usualMs = { withRedis: await usualCrowd(scene, crowded.url + address), alone: await usualCrowd(scene, alone.url + address) }
    await fault.begin(redis)
    await compareWithoutRedis(scene, findings, { crowded, quiet, alone, address, fault: fault.name }, usualMs)
    // Each of them knows it by now.
    for (const { url } of others) await ask(url + address)
    for (const client of [reader, writer]) await client.ask(greed, 'away')
    redis.behave(redis.serve)
    await fault.end?.(redis)
    findings.count('faults')
    for (const server of sharing) {
      findings.expect(await isAskedAgain(redis, server.url + address), `after Redis was ${fault.name}, it was not asked again in time`)
    }
    for (const client of [reader, writer]) await client.ask(greed, 'back')
  }
  expectBounded(findings, { reader, writer }, sharing.length)
}

/** What n processes grant that count apart: each the limit of reads, and half of that of writes; and of those Redis, when it is back, its own. */
function expectBounded(findings: Findings, { reader, writer }: { reader: GreedyClient; writer: GreedyClient }, processes: number): void {
  const [read, written, writtenAway] = [reader.mostInAMinute(), writer.mostInAMinute(), writer.mostInAMinute('away')]
  const half = (processes * quota) / 2
  findings.expect(read <= processes * quota, `${read} reads were granted within a minute, of ${quota}, by ${processes} processes`)
  findings.expect(
    writtenAway <= half,
    `without Redis, ${writtenAway} writes were granted within a minute, of ${quota}, by ${processes} processes`,
  )
  findings.expect(
    written <= half + quota,
    `${written} writes were granted within a minute, of ${quota}, by ${processes} processes and Redis`,
  )
  findings.expect(reader.refused > 0 && writer.refused > 0, 'nothing was ever refused')
  findings.measure(`reads granted in a minute by ${processes}, of ${quota}`, read, '')
  findings.measure(`writes granted in a minute by ${processes} without Redis, of ${quota}`, writtenAway, '')
  findings.measure(`writes granted in a minute by ${processes} in all, of ${quota}`, written, '')
}

/** Whether Redis counts for a server again, a pause after it answers and by itself. */
async function isAskedAgain(redis: RedisOverRest, address: string): Promise<boolean> {
  for (const end = performance.now() + pauseMs + 2_000; performance.now() < end; await setTimeout(100)) {
    const before = redis.requests()
    for (let times = 0; times < 2; times++) await ask(address)
    if (redis.requests() - before === 2) return true
  }
  return false
}
