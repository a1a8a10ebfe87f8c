import type { RequestListener } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { asNewClient } from '@/lib/testing/new-client'
import { type RedisOverRest, startRedis } from '@/lib/testing/redis'
import { ask } from './ask'
import { Latencies } from './latencies'
import { Findings, type Part } from './part'
import { addPosts, startPostgres } from './postgres'
import type { Scene } from './scene'
import { type ProvedServer, startServer } from './server'

const quota = 60
const windowMs = 60_000
/** Redis is asked again so long after it failed. */
const pauseMs = 5_000

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
  promise: 'Redis away in five ways costs one request 350 ms, the others 5 ms at most, and nobody more than twice the limit',
  async prove(scene) {
    const findings = new Findings()
    const postgres = await startPostgres(scene)
    const [slug = ''] = await addPosts(postgres, 1)
    const redis = await startRedis()
    scene.onEnd(redis.stop)
    const shared = { UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token }
    const [alone, ...sharing] = await Promise.all([
      startServer(scene, postgres.url),
      ...Array.from({ length: scene.choose(2, 1) }, () => startServer(scene, postgres.url, shared)),
    ])
    const [one = alone] = sharing
    const address = `/api/views?slug=${slug}`
    const greedy = new Greedy(sharing, address)
    // What is asked for the first time is made then.
    for (const server of [alone, ...sharing]) for (let times = 0; times < 50; times++) await ask(server.url + address)
    for (const fault of scene.choose(faults, faults.slice(0, 1))) {
      const asked = redis.requests()
      await ask(one.url + address)
      findings.expect(redis.requests() > asked, `before it was ${fault.name}, Redis was not asked`)
      await fault.begin(redis)
      await compare(scene, findings, { away: one, alone, address, fault: fault.name })
      await greedy.ask(4 * quota)
      redis.behave(redis.serve)
      await fault.end?.(redis)
      findings.count('faults')
      for (const server of sharing) {
        findings.expect(await isAskedAgain(redis, server.url + address), `after Redis was ${fault.name}, it was not asked again in time`)
      }
    }
    greedy.judge(findings)
    return findings
  },
}

type Compared = { away: ProvedServer; alone: ProvedServer; address: string; fault: string }

/** Asks the server whose Redis is away, and the one that has none, in turns, so that what else this machine does meets both. */
async function compare(scene: Scene, findings: Findings, { away, alone, address, fault }: Compared): Promise<void> {
  const [first, later, usual] = [await ask(away.url + address), new Latencies(), new Latencies()]
  // In the full proof it is asked twice meanwhile whether it is back.
  const end = performance.now() + scene.choose(2 * pauseMs + 2_000, 1_500)
  while (performance.now() < end) {
    const [own, plain] = [await ask(away.url + address), await ask(alone.url + address)]
    findings.expect(own.status === 200, `while Redis was ${fault}, an answer was ${own.status}`)
    later.add(own.tookMs)
    usual.add(plain.tookMs)
    findings.count('requests', 2)
  }
  const more = (share: number) => later.percentile(share) - usual.percentile(share)
  const figures = `${more(0.5).toFixed(1)} ms more in the median, ${more(0.95).toFixed(1)} ms at 95 %, ${later.percentile(1).toFixed(0)} ms at most`
  findings.expectInTime(first.tookMs <= 350 + usual.percentile(1), `${fault}: the first request took ${first.tookMs.toFixed(0)} ms`)
  // It is asked whether it is back twice meanwhile, and nobody waits for that. One in thousands may wait for something else.
  const waited = later.countAbove(usual.percentile(1) + 250)
  const isCheap = more(0.5) <= 5 && more(0.95) <= 5 && waited <= 1
  findings.expectInTime(isCheap, `${fault}: later requests took ${figures}; ${waited} of ${later.count} waited`)
  findings.measure(`${fault}, first`, first.tookMs, 'ms')
  findings.measure(`${fault}, median more`, more(0.5), 'ms')
  findings.measure(`${fault}, 95 % more`, more(0.95), 'ms')
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

/** One client that asks both servers without regard to any limit. */
class Greedy {
  readonly #headers = asNewClient()
  /** When each that was granted was asked for, and answered. */
  readonly #granted: { from: number; to: number }[] = []
  #turn = 0
  #refused = 0

  constructor(
    private readonly servers: ProvedServer[],
    private readonly address: string,
  ) {}

  async ask(times: number): Promise<void> {
    for (let n = 0; n < times; n++) {
      const from = performance.now()
      const { status } = await ask(`${this.servers[this.#turn++ % this.servers.length]?.url}${this.address}`, { headers: this.#headers })
      if (status === 200) this.#granted.push({ from, to: performance.now() })
      else if (status === 429) this.#refused++
    }
  }

  judge(findings: Findings): void {
    // Whatever the moment at which each was counted, those that begin and end within a minute were granted in it.
    const most = Math.max(
      ...this.#granted.map(({ from }) => this.#granted.filter((granted) => granted.from >= from && granted.to < from + windowMs).length),
    )
    findings.expect(most <= 2 * quota, `${most} were granted within a minute, of ${quota}`)
    findings.expect(this.#refused > 0, 'nothing was ever refused')
    findings.measure('granted in a minute, at most', most, '')
  }
}
