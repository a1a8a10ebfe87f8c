/**
 * Pages that Next has made, ready to be sent: compressed once, not for every reader, and answered before the request
 * goes through Next's routing. Next stays the judge: only what it answered is kept, with the headers it gave, and only
 * as long as its cache (page-cache.ts) would answer the very same page. Whatever is not a plain read of a page goes to
 * Next as it came.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { getRequestMeta } from 'next/dist/server/request-meta.js'
import {
  type CachedResponse,
  cachedBytes,
  sendCachedResponse,
  sharedEtag,
  sharedHeaders,
} from './cached-response'
import { pack } from './compression'
import { type Asked, isCurrent, type LookUp, lookUps, untilOvertakenRendersEnd } from './page-cache'
import type { Entry } from './page-entry'

type ReadyPage = CachedResponse & { lookUp: LookUp }

const bytesMax = 64 * 1024 * 1024
/** By path, of which one spelling counts: a page has one, strangers may think of any number. */
const ready = new LRUCache<string, ReadyPage>({ maxSize: bytesMax, sizeCalculation: cachedBytes })

/** Pages that are being compressed: once is enough, however many ask at the same time. */
const compressing = new Set<Entry>()

/**
 * Answers a plain read of a page that is ready.
 * @returns whether it did
 */
export function sendCachedPage(request: IncomingMessage, response: ServerResponse): boolean {
  const path = request.url ?? '/'
  const page = isPlainRead(request) ? ready.get(path) : undefined
  if (!page) return false
  if (!isCurrent(page.lookUp)) {
    ready.delete(path)
    return false
  }
  sendCachedResponse(request, response, page)
  return true
}

/** Lets Next answer, and keeps the page that it answered with, if it is one. */
export async function renderAndCachePage(
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<void>,
): Promise<void> {
  const path = request.url ?? '/'
  if (path.startsWith('/api/') || path.startsWith('/_next/')) return answer()
  await untilOvertakenRendersEnd()
  const asked: Asked = { isPrefetch: () => isPrefetch(request), awaited: [] }
  await lookUps.run(asked, async () => {
    response.once('finish', () => {
      const isPage = response.statusCode === 200 && !response.hasHeader('set-cookie')
      if (
        asked.found &&
        isPage &&
        request.method === 'GET' &&
        isPlainRead(request) &&
        isCanonical(path)
      ) {
        void keepPage(path, asked.found, response.getHeaders())
      }
    })
    await answer().finally(() => {
      // Those that failed, that of the page that says so with them: by a purge one that nobody ends would be waited for.
      for (const end of asked.awaited) end()
    })
  })
}

/** As Next tells it (route-module.ts). */
const isPrefetch = (request: IncomingMessage) =>
  request.headers.purpose === 'prefetch' || getRequestMeta(request, 'isPrefetchRSCRequest') === true

async function keepPage(
  path: string,
  lookUp: LookUp,
  answered: OutgoingHttpHeaders,
): Promise<void> {
  const { html, body } = lookUp.entry.value
  // A feed is kept as bytes.
  const answer = html ?? body
  const etag = sharedEtag(answered)
  if (answer === undefined || etag === undefined || compressing.has(lookUp.entry)) return
  compressing.add(lookUp.entry)
  try {
    // Of a picture there is one encoding: Next tells no cache by `Vary` that there might be another.
    const bodies = await pack(Buffer.from(answer), String(answered['content-type']), 8)
    const headers = { ...sharedHeaders(answered), 'x-nextjs-cache': 'HIT' }
    ready.set(path, { lookUp, headers, etag, bodies })
  } finally {
    compressing.delete(lookUp.entry)
  }
}

/** The path as browsers write it, or as our links do (`/tags/C%2B%2B`): no other spelling of the same page is worth being kept. */
function isCanonical(path: string): boolean {
  // `//` is no path of a URL: a host would follow.
  if (
    !URL.canParse(path, 'http://localhost') ||
    new URL(path, 'http://localhost').pathname !== path
  )
    return false
  const parts = path.split('/').map((part) => encodeURIComponent(decodeURIComponent(part)))
  return encodeURI(decodeURIComponent(path)) === path || parts.join('/') === path
}

/** No query, no request of Next's own router, no preview of a draft. */
function isPlainRead({ method, url = '/', headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    !url.includes('?') &&
    !('rsc' in headers) &&
    !Object.keys(headers).some(
      (name) => name.startsWith('next-') || name.startsWith('x-prerender'),
    ) &&
    !headers.cookie?.includes('__prerender_bypass') &&
    !headers.cookie?.includes('__next_preview_data')
  )
}
