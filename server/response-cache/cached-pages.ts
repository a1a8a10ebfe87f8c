/**
 * Caches the responses of rendered pages: compressed once and served before the routing of Next.js.
 * Only responses of Next.js are cached, with its headers, and only while its own cache
 * (page-cache.ts) would serve the same page. All requests other than plain reads of a page go to
 * Next.js.
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
import { compress } from './compression'
import {
  isCurrent,
  type LookUp,
  type RenderContext,
  renderContexts,
  untilOvertakenRendersEnd,
} from './page-cache'
import type { Entry } from './page-entry'

type ReadyPage = CachedResponse & { lookUp: LookUp }

const bytesMax = 64 * 1024 * 1024
/**
 * Pages by path. Only the canonical spelling is a key, because clients can send any number of
 * others.
 */
const ready = new LRUCache<string, ReadyPage>({ maxSize: bytesMax, sizeCalculation: cachedBytes })

/** Pages that are being compressed, to avoid compressing one twice. */
const compressing = new Set<Entry>()

/**
 * Serves a plain read of a page from the cache.
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

/** Lets Next.js respond and caches the response if it is a page. */
export async function renderAndCachePage(
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<void>,
): Promise<void> {
  const path = request.url ?? '/'
  if (path.startsWith('/api/') || path.startsWith('/_next/')) return answer()
  await untilOvertakenRendersEnd()
  const renderContext: RenderContext = {
    isPrefetch: () => isPrefetch(request),
    endAwaitedRenders: [],
  }
  await renderContexts.run(renderContext, async () => {
    response.once('finish', () => {
      const isPage = response.statusCode === 200 && !response.hasHeader('set-cookie')
      if (
        renderContext.found &&
        isPage &&
        request.method === 'GET' &&
        isPlainRead(request) &&
        isCanonical(path)
      ) {
        void keepPage(path, renderContext.found, response.getHeaders())
      }
    })
    await answer().finally(() => {
      // End the renders that failed, including that of the error page. Otherwise, requests after an
      // invalidation would wait for them.
      for (const end of renderContext.endAwaitedRenders) end()
    })
  })
}

/** Uses the same criterion as Next.js (route-module.ts). */
const isPrefetch = (request: IncomingMessage) =>
  request.headers.purpose === 'prefetch' || getRequestMeta(request, 'isPrefetchRSCRequest') === true

async function keepPage(
  path: string,
  lookUp: LookUp,
  answered: OutgoingHttpHeaders,
): Promise<void> {
  const { html, body } = lookUp.entry.value
  // Feeds are cached as bytes.
  const answer = html ?? body
  const etag = sharedEtag(answered)
  if (answer === undefined || etag === undefined || compressing.has(lookUp.entry)) return
  compressing.add(lookUp.entry)
  try {
    // Images have one encoding, because Next.js sends no `Vary` header for them.
    const bodies = await compress(Buffer.from(answer), String(answered['content-type']), 8)
    const headers = { ...sharedHeaders(answered), 'x-nextjs-cache': 'HIT' }
    ready.set(path, { lookUp, headers, etag, bodies })
  } finally {
    compressing.delete(lookUp.entry)
  }
}

/**
 * Returns whether a path is spelled as browsers or our links spell it (`/tags/C%2B%2B`). No other
 * spelling is worth caching.
 */
function isCanonical(path: string): boolean {
  // A path that starts with `//` would be parsed as a host.
  if (
    !URL.canParse(path, 'http://localhost') ||
    new URL(path, 'http://localhost').pathname !== path
  )
    return false
  const parts = path.split('/').map((part) => encodeURIComponent(decodeURIComponent(part)))
  return encodeURI(decodeURIComponent(path)) === path || parts.join('/') === path
}

/** Excludes queries, requests of the Next.js router and previews of drafts. */
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
