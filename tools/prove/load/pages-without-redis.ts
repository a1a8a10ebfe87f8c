import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type RedisServer, startRedisServer } from '@/test/servers/redis-server'
import type { ProvedPostgres } from '@/tools/prove/machines/postgres'
import { type ProvedServer, startServer } from '@/tools/prove/machines/server'
import type { Findings } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'
import { ask } from './ask'
import { proverName } from './ledger'

/** How old a page may be while processes do not hear of each other's purges: as long as each leaves Redis alone. */
const oldMsMax = 5_000
/** Who comes first waits a second for Redis; the rest is what a page that is made anew takes, and the purges of a write. */
const answerMsMax = 3_000
/** After so long each has asked Redis again, and been answered. */
const againMs = 7_000
/** A post's first page holds 25 threads. */
const perPost = 20

type Fault = {
  name: string
  begin: (redis: RedisServer) => unknown
  end: (redis: RedisServer) => unknown
}

const faults: Fault[] = [
  { name: 'black-holed', begin: (redis) => redis.pause(), end: (redis) => redis.resume() },
  // It comes back empty: what was purged meanwhile, and before, is written nowhere.
  { name: 'refusing', begin: (redis) => redis.stop(), end: (redis) => redis.start() },
]

/** Takes the Redis away by which processes share pages and purges: they go on, and none shows for long what another has changed. */
export async function takePagesRedisAway(
  scene: Scene,
  findings: Findings,
  postgres: ProvedPostgres,
  slugs: string[],
): Promise<void> {
  const redis = await startRedisServer()
  scene.onEnd(() => redis.stop())
  const servers = await Promise.all(
    Array.from({ length: scene.choose(3, 2) }, () =>
      startServer(scene, postgres.url, { REDIS_URL: redis.url }),
    ),
  )
  const site = new Site(servers, slugs, findings)
  await site.expectNext('before Redis was away')
  for (const { name, begin, end } of scene.choose(faults, faults.slice(0, 1))) {
    await begin(redis)
    findings.count('faults')
    const until = performance.now() + scene.choose(20_000, 1)
    do await site.watchOne(`Redis was ${name}`)
    while (performance.now() < until)
    await end(redis)
    for (
      const answeredBy = performance.now() + againMs;
      performance.now() < answeredBy;
      await setTimeout(200)
    ) {
      await site.watchOne(`Redis was back that was ${name}`)
    }
    await site.expectNext(`after Redis was ${name}`)
    scene.say(
      `shared pages, ${name}: ${site.oldestMs.toFixed(0)} ms old at most, longest answer ${site.longestMs.toFixed(0)} ms`,
    )
  }
  findings.expectInTime(
    site.longestMs <= answerMsMax,
    `without the Redis of pages, an answer took ${site.longestMs.toFixed(0)} ms`,
  )
  findings.measure('pages without Redis, oldest', site.oldestMs, 'ms')
  findings.measure('pages without Redis, longest answer', site.longestMs, 'ms')
}

/** Several processes of one blog: writes by one, and looks how soon all show it. */
class Site {
  #written = 0
  oldestMs = 0
  longestMs = 0

  constructor(
    private readonly servers: ProvedServer[],
    private readonly slugs: string[],
    private readonly findings: Findings,
  ) {}

  /** Has a comment published by one process after the other. */
  async #write(): Promise<{ page: string; key: string; toldAt: number } | undefined> {
    const slug = this.slugs[Math.floor(this.#written / perPost) % this.slugs.length] ?? ''
    const server = this.servers[this.#written++ % this.servers.length]
    const key = randomUUID()
    const json = {
      slug,
      author_name: proverName,
      content: `To be in all pages soon, by its key: ${key}`,
    }
    const { status, text, tookMs } = await ask(`${server?.url}/api/comments`, { json })
    this.longestMs = Math.max(this.longestMs, tookMs)
    this.findings.count('requests')
    this.findings.expect(
      status === 201,
      `without the Redis of pages, a comment was answered ${status} ${text}`,
    )
    return status === 201 ? { page: `/posts/${slug}`, key, toldAt: performance.now() } : undefined
  }

  async #read(url: string): Promise<string> {
    const { status, text, tookMs } = await ask(url)
    this.longestMs = Math.max(this.longestMs, tookMs)
    this.findings.count('requests')
    this.findings.expect(
      status === 200,
      `without the Redis of pages, ${url} was answered ${status}`,
    )
    return text
  }

  /** A page that is asked for later than `oldMsMax` after a comment was acknowledged has it, whichever process is asked. */
  async watchOne(when: string): Promise<void> {
    const written = await this.#write()
    if (!written) return
    const { page, key, toldAt } = written
    const untilShown = async ({ url }: ProvedServer) => {
      for (let isShown = false; !isShown; ) {
        const ageMs = performance.now() - toldAt
        isShown = (await this.#read(url + page)).includes(key)
        if (isShown) return
        this.oldestMs = Math.max(this.oldestMs, ageMs)
        this.findings.expect(
          ageMs <= oldMsMax,
          `while ${when}, a page was ${ageMs.toFixed(0)} ms old`,
        )
        if (ageMs > 3 * oldMsMax) return
        await setTimeout(50)
      }
    }
    await Promise.all(this.servers.map(untilShown))
  }

  /** While all hear of each other, the very next page has it. */
  async expectNext(when: string): Promise<void> {
    const written = await this.#write()
    if (!written) return
    const pages = await Promise.all(this.servers.map(({ url }) => this.#read(url + written.page)))
    const old = pages.filter((text) => !text.includes(written.key)).length
    this.findings.expect(
      old === 0,
      `${when}, the next page of ${old} of ${pages.length} processes was old`,
    )
  }
}
