import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Findings } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'
import type { DowntimeLog } from './downtime-log'
import { maxWaitMs } from './expect-recovery'
import { type Ledger, proverName } from './ledger'
import { type HttpResult, sendRequest } from './send-request'

const writeResult = z.object({ status: z.string() })
/** The first page of a post holds 25 threads, so the next post is used before it is full. */
const perPost = 20
/**
 * The time for retries after 503 responses, in milliseconds. The first other response counts as the
 * next page.
 */
const retryForMs = 10_000
const pauseMs = 50

export type NextPages = {
  /**
   * The number of pages checked after an acknowledged comment, by process and for the front server.
   */
  checked: Map<string, number>
  /** Checked pages without the comment. */
  outdated: string[]
  /** Responses of living servers that were neither expected nor a temporary 503. */
  unexpected: string[]
}

type Watched = {
  front: string
  /** The URLs of the processes behind the front server. */
  urls: string[]
  /** Posts that nobody else comments on, because a full first page would not show the comment. */
  slugs: string[]
  ledger: Ledger
  downtimes: DowntimeLog
}

/**
 * Writes comments at one address and requests the pages of each from every process once it is
 * acknowledged. A process being killed may fail to respond. Other clients read the same pages
 * continuously, so that renders are always in progress. Runs until it is stopped or the scene ends.
 */
export function watchNextPages(scene: Scene, { front, urls, slugs, ledger, downtimes }: Watched) {
  const seen: NextPages = { checked: new Map(), outdated: [], unexpected: [] }
  const record = ledger.openFor(10_000, scene)
  let slug = slugs[0] ?? ''
  let isStopped = false
  /** @param startedAt when the first request was sent */
  const checkFailure = (url: string, path: string, response: HttpResult, startedAt: number) => {
    const isExplained = downtimes.explain(response, startedAt, url === front ? undefined : url)
    const mayRecover = response.status === 503 && performance.now() < startedAt + retryForMs
    if (!isExplained && !mayRecover)
      seen.unexpected.push(
        `${url}${path}: ${response.status} ${response.status === 0 ? response.text : ''}`.trim(),
      )
  }
  const checkPage = async (url: string, path: string, key: string) => {
    const startedAt = performance.now()
    let response = await sendRequest(url + path)
    while (response.status === 503 && performance.now() < startedAt + retryForMs) {
      await setTimeout(pauseMs)
      response = await sendRequest(url + path)
    }
    if (response.status !== 200) return checkFailure(url, path, response, startedAt)
    seen.checked.set(url, (seen.checked.get(url) ?? 0) + 1)
    if (!response.text.includes(key)) seen.outdated.push(`${url}${path} lacks ${key}`)
  }
  const write = async () => {
    for (let n = 0; !isStopped; n++) {
      slug = slugs[Math.floor(n / perPost) % slugs.length] ?? ''
      const key = randomUUID()
      const json = {
        slug,
        author_name: proverName,
        content: `A comment for the next page, with its key: ${key}`,
      }
      const startedAt = performance.now()
      const response = await sendRequest(`${front}/api/comments`, {
        json,
        headers: { 'idempotency-key': key },
      })
      record({ kind: 'comment', key, at: Date.now(), status: response.status })
      if (response.status !== 201) {
        checkFailure(front, '/api/comments', response, startedAt)
        await setTimeout(pauseMs)
      } else if (writeResult.parse(JSON.parse(response.text)).status === 'published') {
        const paths = [`/posts/${slug}`, `/posts/${slug}/comments.xml`]
        await Promise.all(
          [front, ...urls].flatMap((url) => paths.map((path) => checkPage(url, path, key))),
        )
      }
    }
  }
  const read = async (url: string) => {
    while (!isStopped) {
      const startedAt = performance.now()
      const response = await sendRequest(`${url}/posts/${slug}`)
      if (response.status === 200) continue
      checkFailure(url, `/posts/${slug}`, response, startedAt)
      // Nothing listens at the moment, and a loop without a pause would occupy a CPU.
      await setTimeout(pauseMs)
    }
  }
  const running = Promise.all([write(), ...urls.map(read)])
  // Errors are thrown by `stop`. Until then, an unhandled rejection would end the whole process.
  running.catch(() => {
    isStopped = true
  })
  const stop = async (): Promise<NextPages> => {
    isStopped = true
    await running
    return seen
  }
  // Stops before the ledger file is closed, in case the part fails.
  scene.onEnd(stop)
  return {
    stop,
    /**
     * Resolves with true once a page of the process is checked after this call, within the usual
     * limit.
     */
    waitForCheck: async (url: string): Promise<boolean> => {
      const before = seen.checked.get(url)
      for (
        const end = performance.now() + maxWaitMs;
        !isStopped && performance.now() < end;
        await setTimeout(20)
      )
        if (seen.checked.get(url) !== before) return true
      return false
    },
  }
}

/**
 * @param urls of each process
 * @param when describes the moment of the checks
 */
export function expectNextPages(
  findings: Findings,
  { checked, outdated, unexpected }: NextPages,
  urls: readonly string[],
  when: string,
): void {
  const total = [...checked.values()].reduce((sum, count) => sum + count, 0)
  for (const [n, url] of urls.entries())
    findings.expect(checked.has(url), `${when}, no page of process ${n + 1} could be checked`)
  findings.expect(
    outdated.length === 0,
    `${when}, ${outdated.length} of ${total} next pages were outdated: ${outdated.slice(0, 3)}`,
  )
  findings.expect(
    unexpected.length === 0,
    `${when}, ${unexpected.length} unexpected responses of running ` +
      `servers: ${unexpected.slice(0, 3).join(', ')}`,
  )
  findings.measure(`next pages ${when}`, total, '', 'lower')
}
