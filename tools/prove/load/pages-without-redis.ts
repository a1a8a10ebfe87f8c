import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type RedisServer, startRedisServer } from '@/test/servers/redis-server'
import type { TestPostgres } from '@/tools/prove/machines/postgres'
import { startServer, type TestServer } from '@/tools/prove/machines/server'
import type { Findings } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'
import { proverName } from './ledger'
import { sendRequest } from './send-request'

/**
 * The maximum age of a page while processes cannot share purges: the time for which each avoids
 * Redis.
 */
const oldMsMax = 5_000
/**
 * The first request waits up to a second for Redis; the rest is for rendering and the purges of a
 * write.
 */
const responseMsMax = 3_000
/** After this time, each process has successfully contacted Redis again. */
const againMs = 7_000
/** The first page of a post holds 25 threads. */
const perPost = 20

type Fault = {
  name: string
  begin: (redis: RedisServer) => unknown
  end: (redis: RedisServer) => unknown
}

const faults: Fault[] = [
  { name: 'black-holed', begin: (redis) => redis.pause(), end: (redis) => redis.resume() },
  // Redis restarts empty, so all earlier purges are missing.
  { name: 'refusing', begin: (redis) => redis.stop(), end: (redis) => redis.start() },
]

/**
 * Makes the Redis unavailable that processes use to share pages and purges. They continue, and none
 * shows outdated pages for long.
 */
export async function makePagesRedisUnavailable(
  scene: Scene,
  findings: Findings,
  postgres: TestPostgres,
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
  await site.expectNext('before Redis was unavailable')
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
      await site.watchOne(`Redis was available again (${name})`)
    }
    await site.expectNext(`after Redis was ${name}`)
    scene.log(
      `shared pages, ${name}: at most ${site.oldestMs.toFixed(0)} ms old, longest response ` +
        `${site.longestMs.toFixed(0)} ms`,
    )
  }
  findings.expectInTime(
    site.longestMs <= responseMsMax,
    `without the Redis for pages, a response took ${site.longestMs.toFixed(0)} ms`,
  )
  findings.measure('pages without Redis: maximum age', site.oldestMs, 'ms')
  findings.measure('pages without Redis: longest response', site.longestMs, 'ms')
}

/** Several processes of one blog. Writes through one and measures when all show the change. */
class Site {
  #written = 0
  oldestMs = 0
  longestMs = 0

  constructor(
    private readonly servers: TestServer[],
    private readonly slugs: string[],
    private readonly findings: Findings,
  ) {}

  /** Publishes a comment through each process in turn. */
  async #write(): Promise<{ page: string; key: string; acknowledgedAt: number } | undefined> {
    const slug = this.slugs[Math.floor(this.#written / perPost) % this.slugs.length] ?? ''
    const server = this.servers[this.#written++ % this.servers.length]
    const key = randomUUID()
    const json = {
      slug,
      author_name: proverName,
      content: `A comment for all pages, with its key: ${key}`,
    }
    const { status, text, tookMs } = await sendRequest(`${server?.url}/api/comments`, { json })
    this.longestMs = Math.max(this.longestMs, tookMs)
    this.findings.count('requests')
    this.findings.expect(
      status === 201,
      `without the Redis for pages, a comment returned ${status} ${text}`,
    )
    return status === 201
      ? { page: `/posts/${slug}`, key, acknowledgedAt: performance.now() }
      : undefined
  }

  async #read(url: string): Promise<string> {
    const { status, text, tookMs } = await sendRequest(url)
    this.longestMs = Math.max(this.longestMs, tookMs)
    this.findings.count('requests')
    this.findings.expect(status === 200, `without the Redis for pages, ${url} returned ${status}`)
    return text
  }

  /**
   * Expects the comment in every page requested later than `oldMsMax` after its acknowledgement,
   * from any process.
   */
  async watchOne(when: string): Promise<void> {
    const written = await this.#write()
    if (!written) return
    const { page, key, acknowledgedAt } = written
    const untilShown = async ({ url }: TestServer) => {
      for (let isShown = false; !isShown; ) {
        const ageMs = performance.now() - acknowledgedAt
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

  /** Expects the comment in the very next page while processes can share purges. */
  async expectNext(when: string): Promise<void> {
    const written = await this.#write()
    if (!written) return
    const pages = await Promise.all(this.servers.map(({ url }) => this.#read(url + written.page)))
    const old = pages.filter((text) => !text.includes(written.key)).length
    this.findings.expect(
      old === 0,
      `${when}, the next page of ${old} of ${pages.length} processes was outdated`,
    )
  }
}
