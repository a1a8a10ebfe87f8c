import { fork } from 'node:child_process'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { imageAddress } from '@/lib/link-previews/images/image-address'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { withModules } from '@/test/with-module'
import { forEachConcurrently } from '@/tools/prove/load/for-each-concurrently'
import { Latencies } from '@/tools/prove/load/latencies'
import { type HttpResult, sendRequest } from '@/tools/prove/load/send-request'
import { eventLoopMonitor, readEventLoopDelay } from '@/tools/prove/machines/event-loop'
import { type HostileSite, hostileSite } from '@/tools/prove/machines/hostile-site'
import { type MemoryUse, memoryMonitor, readMemory } from '@/tools/prove/machines/memory-monitor'
import { nextMessage } from '@/tools/prove/machines/next-message'
import { addPosts, startPostgres } from '@/tools/prove/machines/postgres'
import { startServer, type TestServer } from '@/tools/prove/machines/server'
import { Findings, type Part } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'

const concurrency = 8
/** The fetch timeout of five seconds, plus half a second for everything else. */
const responseMsMax = linkPreviewLimits.fetchTimeoutMs + 500
/**
 * Runs on two cores measured up to 140 ms. Readers notice only the 99th percentile of responses,
 * which has its own limit.
 */
const blockedMsMax = 150
/** The thread that reads pages may use 80 MB, and V8 decides when to collect garbage. */
const memoryMbMax = 128
const megabyte = 1_048_576

function startSite(scene: Scene): Promise<HostileSite> {
  const site = fork(
    path.join(import.meta.dirname, '../machines/serve-hostile-pages.ts'),
    [String(concurrency)],
    {
      execArgv: ['--import', 'tsx'],
    },
  )
  scene.onEnd(() => site.kill())
  return nextMessage(site, 'the process with the hostile pages', hostileSite)
}

/**
 * Measures the response times of other requests and the server's memory during an action.
 * @throws if the server exits
 */
async function watchOthers(server: TestServer, paths: string[], doing: () => Promise<unknown>) {
  const latencies = new Latencies()
  const faults: string[] = []
  let isDone = false
  let memory = 0
  await readMemory(server)
  const reader = async (first: number) => {
    for (let n = first; !isDone; n++) {
      const response = await sendRequest(server.url + paths[n % paths.length])
      latencies.add(response.tookMs)
      if (response.status !== 200) faults.push(`${response.status}`)
      memory = Math.max(memory, memoryOf(server))
      await setTimeout(10)
    }
  }
  const end = () => {
    isDone = true
  }
  try {
    await Promise.all([doing().finally(end), ...[0, 1, 2, 3].map(reader)])
  } finally {
    end()
  }
  return { latencies, memoryMb: memory / megabyte, memory: await readMemory(server), faults }
}

function memoryOf(server: TestServer): number {
  try {
    return server.memory()
  } catch (cause) {
    throw new Error(`the server exited:\n${server.output().slice(-2_000)}`, { cause })
  }
}

/**
 * Returns the growth of memory in MB. The non-heap memory of two newly started servers differs by
 * about 50 MB, so only its increase counts.
 */
const memoryGrowthMb = ({ heapBytes, otherBytes }: MemoryUse, { otherNowBytes }: MemoryUse) =>
  (heapBytes + otherBytes - otherNowBytes) / megabyte

const describeResponse = ({ status, text }: HttpResult) =>
  `${status} ${/"code":"[\w-]+"/.exec(text)?.[0] ?? text}`

const isTooSlow = ({ status, text }: HttpResult) =>
  status === 500 && text.includes('"code":"target-too-slow"')

export const hostilePages: Part = {
  name: 'hostile-pages',
  inTests: 'app/api/og-metadata/hostile-pages.nightly.test.ts',
  promise:
    `${concurrency} hostile pages at once: each ≤ ${responseMsMax / 1_000} s, ` +
    `event loop never blocked > ${blockedMsMax} ms, ` +
    `memory ≤ ${memoryMbMax} MB above harmless pages, ` +
    'p99 of other requests ≤ 2 × idle',
  summary:
    `${concurrency} hostile pages at once: each ≤ ${responseMsMax / 1_000} s, bounded memory, ` +
    'p99 of other requests at most doubles',
  async prove(scene) {
    const findings = new Findings()
    const starting = startSite(scene)
    // The promise is awaited below; this prevents an unhandled rejection until then.
    starting.catch(() => {})
    const postgres = await startPostgres(scene)
    const [slug = ''] = await addPosts(postgres, 1)
    const { origins, late, unreadable, readable, images } = await starting
    const server = await startServer(scene, postgres.url, {
      LINK_PREVIEW_ALLOW_ORIGINS: origins.join(','),
      ...withModules(eventLoopMonitor, memoryMonitor),
    })
    const preview = (origin: string, page: string) =>
      sendRequest(`${server.url}/api/og-metadata?url=${encodeURIComponent(origin + page)}`)
    const picture = (url: string) => sendRequest(server.url + imageAddress(url, 'card'))
    // A timeout breaks a promise about time only.
    const expectRead = (name: string, response: HttpResult, isRight = true) => {
      const description = `${name} returned ${describeResponse(response)}`
      if (isTooSlow(response)) findings.expectInTime(false, description)
      else findings.expect(response.status === 200 && isRight, description)
    }
    const others = ['/api/comments', '/api/views']
      .map((address) => `${address}?slug=${slug}`)
      .concat('/', `/posts/${slug}`)
    const count = scene.choose(5, 1)
    const rounds = Array.from({ length: count }, (_, round) => {
      // Each late page belongs to one round. Late and slow pages come first, so that the others are
      // processed during their five seconds.
      const some = scene.some(late, 6).filter((_, n) => n % count === round)
      return [...some, ...unreadable, ...readable].map((page) => `${page}?${round}`)
    })
    const hostile = rounds.flat()
    const isOf = (pages: string[], page: string) => pages.some((one) => page.startsWith(`${one}?`))

    // The baseline: harmless pages of a megabyte.
    const honest = hostile.filter((page) => !isOf(unreadable, page)).map((_, n) => `/honest?${n}`)
    let starts = 0
    // Loads the code that the first requests need. Uses new addresses each time, because a
    // restarted server knows earlier previews and images.
    const warm = () => {
      const query = `?start-${++starts}`
      return watchOthers(server, others, () =>
        forEachConcurrently(origins, 1, async (origin) => {
          await preview(origin, `/honest${query}`)
          expectRead('a harmless image', await picture(`${origin}/honest.svg${query}`))
        }),
      )
    }
    await warm()
    const baselineStart = await readMemory(server)
    const baseline = await watchOthers(server, others, () =>
      forEachConcurrently(honest.entries(), concurrency, async ([n, page]) => {
        const response = await preview(origins[n % concurrency] ?? '', page)
        expectRead('a harmless page', response, response.text.includes('A long read'))
      }),
    )

    // Repeats the measurement with hostile pages on a restarted server.
    await server.kill()
    await server.start()
    await warm()
    const start = await readMemory(server)
    const cold = memoryOf(server)
    const rest = () => setTimeout(scene.choose(15_000, 500))
    const before = await watchOthers(server, others, rest)
    await readEventLoopDelay(server)
    const latencies = new Latencies()
    let requestCount = 0
    const busy = await watchOthers(server, others, () =>
      forEachConcurrently(hostile, concurrency, async (page) => {
        const response = await preview(origins[requestCount++ % concurrency] ?? '', page)
        latencies.add(response.tookMs)
        const name = decodeURIComponent(page)
        if (isOf(readable, page)) expectRead(name, response)
        else {
          const isTargetError = response.status === 500 && response.text.includes('"code":"target-')
          findings.expect(
            isTargetError || (isOf(late, page) && response.status === 200),
            `${name} returned ${describeResponse(response)}`,
          )
        }
        findings.expectInTime(
          response.tookMs <= responseMsMax,
          `${name} took ${Math.round(response.tookMs)} ms`,
        )
        if (latencies.count % 100 === 0) scene.log(`${latencies.count} hostile pages`)
      }),
    )
    // Measures images apart from pages, because they need more memory. Processing an image may take
    // ten seconds.
    const drawn = scene.some(images, 4)
    await watchOthers(server, others, () =>
      forEachConcurrently(drawn, 2, async (image) => {
        const { status } = await picture(`${origins[requestCount++ % concurrency]}${image}`)
        findings.expect(
          status === 404 || status === 200,
          `${decodeURIComponent(image)} returned ${status}`,
        )
      }),
    )
    const { blockedMs, lateMs } = await readEventLoopDelay(server)
    // Measures the idle times again, because the speed of a shared machine varies over minutes.
    const after = await watchOthers(server, others, rest)
    const idle = Latencies.of(before.latencies, after.latencies)
    const baselineMb = memoryGrowthMb(baseline.memory, baselineStart)
    const moreMb = memoryGrowthMb(busy.memory, start) - baselineMb
    findings.expectInTime(
      blockedMs <= blockedMsMax,
      `the event loop was blocked for ${Math.round(blockedMs)} ms`,
    )
    findings.expect(
      moreMb <= memoryMbMax,
      `memory grew by ${Math.round(moreMb)} MB more than with harmless pages ` +
        `(${Math.round(baselineMb)} MB)`,
    )
    const p99Ms = busy.latencies.percentile(0.99)
    const idleP99Ms = idle.percentile(0.99)
    findings.expectInTime(
      p99Ms <= 2 * idleP99Ms,
      `p99 of other requests was ${Math.round(p99Ms)} ms with hostile pages and ` +
        `${Math.round(idleP99Ms)} ms without`,
    )
    findings.expect(
      busy.faults.length === 0,
      `unexpected responses to other requests: ${[...new Set(busy.faults)].join(', ')}`,
    )
    findings.measure('slowest', latencies.percentile(1), 'ms')
    findings.measure('event loop blocked', blockedMs, 'ms')
    findings.measure('event loop delay, including waiting for a CPU', lateMs, 'ms')
    findings.measure('memory growth', moreMb, 'MB more than harmless pages')
    findings.measure(
      'memory growth, including uncollected',
      busy.memoryMb - baseline.memoryMb,
      'MB more than harmless pages',
    )
    findings.measure('memory growth since the start', busy.memoryMb - cold / megabyte, 'MB more')
    // The worst values may come from different runs.
    findings.measure('p99 relative to idle', p99Ms / idleP99Ms, '×')
    findings.measure('p99 idle', idleP99Ms, 'ms', 'lower')
    findings.measure('p99', p99Ms, 'ms')
    findings.count('requests', requestCount + idle.count + busy.latencies.count)
    findings.count('invalidInputs', requestCount)
    return findings
  },
}
