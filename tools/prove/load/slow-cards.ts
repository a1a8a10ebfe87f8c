import { setTimeout } from 'node:timers/promises'
import { servePages } from '@/test/link-previews/serve-pages'
import type { TestPostgres } from '@/tools/prove/machines/postgres'
import type { Scene } from '@/tools/prove/scene'
import type { ConnectionResets } from './connection-resets'
import { type HttpResult, sendRequest, wasConnectionRefused } from './send-request'

const storedPages = 4
const pauseMs = 200

export type SlowSite = {
  origin: string
  /** The number of pending requests for stored cards. */
  refreshes: () => number
}

/** Starts a site that responds slowly to each request. */
export async function startSlowSite(scene: Scene): Promise<SlowSite> {
  // Less than the fetch timeout, with tolerance for a busy machine.
  const delayMs = scene.choose(3_500, 1_000)
  let refreshes = 0
  const site = await servePages((request, response) => {
    const isKept = request.url?.startsWith('/stored-') === true
    if (isKept) refreshes++
    response.once('close', () => {
      if (isKept) refreshes--
    })
    globalThis.setTimeout(
      () =>
        response.setHeader('content-type', 'text/html').end(`<title>Slow ${request.url}</title>`),
      delayMs,
    )
  })
  scene.onEnd(site.close)
  return { origin: site.origin, refreshes: () => refreshes }
}

export type SlowCards = {
  requests: () => number
  /** Descriptions of unexpected responses. */
  unexpected: string[]
  /**
   * Makes stored previews stale. The next request gets a response immediately and triggers a
   * refresh.
   */
  age: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Requests cards of a slow site continuously. New pages delay the response; stale stored pages are
 * refreshed after the response.
 */
export async function startSlowCards(
  scene: Scene,
  {
    url,
    postgres,
    origin,
    resets,
  }: {
    url: string
    postgres: Pick<TestPostgres, 'sql'>
    origin: string
    resets: ConnectionResets
  },
): Promise<SlowCards> {
  const stored = Array.from({ length: storedPages }, (_, n) => `${origin}/stored-${n}`)
  await postgres.sql(
    `INSERT INTO link_previews (url, title, final_url, fetched_at, fresh_until)
     SELECT url, 'Kept', url, now(), now() FROM unnest($1::text[]) AS url`,
    [stored],
  )
  const unexpected: string[] = []
  let requests = 0
  let isStopped = false
  const isAllowed = (response: HttpResult) =>
    [200, 503].includes(response.status) ||
    wasConnectionRefused(response) ||
    resets.isReset(response) ||
    (response.status === 500 && response.text.includes('"code":"target-'))
  const requestRepeatedly = async (pageOf: (n: number) => string) => {
    for (let n = 0; !isStopped; n++) {
      const response = await sendRequest(
        `${url}/api/og-metadata?url=${encodeURIComponent(pageOf(n))}`,
      )
      requests++
      if (!isAllowed(response))
        unexpected.push(`${pageOf(n)}: ${response.status} ${response.text.slice(0, 200)}`)
      await setTimeout(pauseMs)
    }
  }
  const running = Promise.all([
    requestRepeatedly((n) => `${origin}/new-${n}`),
    requestRepeatedly((n) => `${origin}/newer-${n}`),
    requestRepeatedly((n) => stored[n % stored.length] ?? origin),
  ])
  const stop = async () => {
    isStopped = true
    await running
  }
  scene.onEnd(stop)
  return {
    requests: () => requests,
    unexpected,
    age: async () =>
      void (await postgres.sql(
        `UPDATE link_previews SET fresh_until = now() - interval '1 hour' WHERE url = ANY($1)`,
        [stored],
      )),
    stop,
  }
}
