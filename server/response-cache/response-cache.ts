/**
 * Serves the pages and files that Next.js rendered, before its routing. Responses are compressed
 * once. Only responses of Next.js are stored, with its headers. A page is served only while the
 * cache of Next.js (page-cache.ts) would serve the same one; the names of build files contain a
 * hash, so they never change. Reads of the API have their own cache (read-cache.ts). All other
 * requests go to Next.js.
 */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { Semaphore } from '@/lib/concurrency/semaphore'
import { messageOf } from '@/lib/errors'
import { parseUrl } from '@/lib/text/parse-url'
import { beforeHead } from '@/server/http-fixes/response-head'
import { isPrefetch, matchedRoute, previewCookies } from './next-internals'
import {
  installPageCache,
  isCurrent,
  type LookUp,
  pageCacheBytes,
  type RenderContext,
  renderContexts,
  shareInvalidations,
  untilInvalidationsKnown,
  untilInvalidationsPublished,
  untilOvertakenRendersEnd,
} from './page-cache'
import { findRead, respondToRead } from './read-cache'
import {
  compress,
  type StoredResponse,
  sendStoredResponse,
  sharedEtag,
  sharedHeaders,
  storedBytes,
} from './stored-response'

/** The stored part of a response: its body, the quality of its compression, and a page's entry. */
type Source = { read: () => Promise<Buffer>; quality: number; lookUp?: LookUp }

type Respond = (
  request: IncomingMessage,
  response: ServerResponse,
  render: () => Promise<void>,
) => Promise<void>

/** Responses by path in its canonical spelling: clients can send any number of others. */
const stored = new LRUCache<string, StoredResponse & { lookUp: LookUp | undefined }>({
  maxSize: 1.5 * pageCacheBytes,
  sizeCalculation: storedBytes,
})

/** Paths whose responses are being compressed or queued, to avoid compressing one twice. */
const compressing = new Set<string>()
/** Compresses few responses at a time, because other work shares the few threads. */
const compression = new Semaphore(2)

/** Matches the file names of a build and rules out path traversal. */
const built = /^\/_next\/static\/((?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*)$/

/**
 * Installs the cache. Call it before Next.js handles a request.
 * @param options.redisUrl the Redis through which processes share invalidations
 * @returns a function that responds to a request. It calls `render` if nothing stored is current.
 */
export async function createResponseCache({
  buildDirectory,
  redisUrl,
  sharedSeconds,
}: {
  buildDirectory: string
  redisUrl: string | undefined
  sharedSeconds: number
}): Promise<Respond> {
  installPageCache()
  if (redisUrl) await shareInvalidations(redisUrl)
  const respondToOther = otherResponder(buildDirectory, sharedSeconds)
  return async (request, response, render) => {
    if (!isReading(request)) endAfterInvalidation(response)
    const read = isSharedRead(request) ? findRead(request) : undefined
    if (!read) return respondToOther(request, response, render)
    await untilInvalidationsKnown()
    return respondToRead(read, request, response, render)
  }
}

/** Responds to requests for pages and files, and to writes. */
function otherResponder(buildDirectory: string, sharedSeconds: number): Respond {
  return async (request, response, render) => {
    const url = request.url ?? '/'
    const mayBePage = !/^\/(?:api|_next)\//.test(url)
    if (mayBePage && isReading(request)) await untilInvalidationsKnown()
    const isPlain = isSharedRead(request) && !url.includes('?')
    const found = isPlain ? findCurrent(url) : undefined
    if (found) return sendStoredResponse(request, response, found)
    setPageCacheControl(response, sharedSeconds)
    const context: RenderContext = { isPrefetch: () => isPrefetch(request), endAwaitedRenders: [] }
    if (isPlain && request.method === 'GET')
      response.once('finish', () => {
        const source = sourceOf(url, response, context.found, buildDirectory)
        if (source) void store(url, response.getHeaders(), source, matchedRoute(request))
      })
    return mayBePage ? renderPage(context, render) : render()
  }
}

function findCurrent(url: string): StoredResponse | undefined {
  const found = stored.get(url)
  return !found?.lookUp || isCurrent(found.lookUp) ? found : undefined
}

async function renderPage(context: RenderContext, render: () => Promise<void>): Promise<void> {
  await untilOvertakenRendersEnd()
  try {
    await renderContexts.run(context, render)
  } finally {
    // End the renders that failed, including that of the error page. Otherwise, requests after an
    // invalidation would wait for them.
    for (const end of context.endAwaitedRenders) end()
  }
}

/** The directive of Next.js for the lifetime of a cached page. */
const lifetime = /^s-maxage=(\d+)/
/** The lifetime that Next.js sends by default, as for `notFound()` in a route handler: one year. */
const timelessSeconds = 31_536_000

/**
 * Makes caches in front of this server revalidate each page, because they do not learn of
 * invalidations. This includes redirects and missing pages: browsers keep a permanent redirect
 * indefinitely (RFC 9110, 15.4.9). If a post gets its old slug back, its two addresses would
 * redirect to each other forever.
 * @param sharedSeconds how long a shared cache may serve a page without revalidation (RFC 9111,
 * 5.2.2.10)
 */
export function setPageCacheControl(response: ServerResponse, sharedSeconds: number): void {
  beforeHead(response, (status) => {
    const kept = String(response.getHeader('cache-control') ?? '')
    const pageSeconds = Number(lifetime.exec(kept)?.[1] ?? Number.NaN)
    const isMoved = (status === 301 || status === 308) && kept !== 'no-store'
    if (isMoved || (status === 404 && pageSeconds === timelessSeconds))
      response.setHeader('cache-control', 'no-cache')
    else if (!Number.isNaN(pageSeconds)) {
      const seconds = Math.min(pageSeconds, sharedSeconds)
      const shared = seconds > 0 ? `s-maxage=${seconds}` : 'must-revalidate'
      response.setHeader('cache-control', `public, max-age=0, ${shared}`)
    }
    return status
  })
}

/**
 * Delays the end of the response to a write until every process can know what it invalidated. An
 * author then finds a published comment on the next page, whichever process serves it. Next.js
 * itself does not wait for invalidations.
 */
function endAfterInvalidation(response: ServerResponse): void {
  response.end = new Proxy(response.end, {
    apply(end, self, given) {
      const published = untilInvalidationsPublished()
      if (published) void published.then(() => Reflect.apply(end, self, given))
      else Reflect.apply(end, self, given)
      return self
    },
  })
}

function sourceOf(
  url: string,
  response: ServerResponse,
  lookUp: LookUp | undefined,
  buildDirectory: string,
): Source | undefined {
  if (response.statusCode !== 200 || response.hasHeader('set-cookie')) return undefined
  const name = built.exec(url)?.[1]
  if (name !== undefined) {
    // The development server does not mark files as immutable.
    const isImmutable = String(response.getHeader('cache-control')).includes('immutable')
    const file = path.join(buildDirectory, 'static', name)
    return isImmutable ? { read: () => readFile(file), quality: 11 } : undefined
  }
  // Feeds are cached as bytes.
  const body = lookUp?.entry.value.html ?? lookUp?.entry.value.body
  if (!lookUp || body === undefined || !isCanonical(url)) return undefined
  return { read: async () => Buffer.from(body), quality: 8, lookUp }
}

async function store(
  url: string,
  answered: OutgoingHttpHeaders,
  { read, quality, lookUp }: Source,
  route: string | undefined,
): Promise<void> {
  const etag = sharedEtag(answered)
  if (etag === undefined || compressing.has(url)) return
  compressing.add(url)
  try {
    const bodies = await compression.hold(undefined, async () =>
      compress(await read(), String(answered['content-type']), quality),
    )
    const headers = { ...sharedHeaders(answered), ...(lookUp && { 'x-nextjs-cache': 'HIT' }) }
    stored.set(url, { headers, etag, bodies, route, lookUp })
  } catch (error) {
    // If the file has disappeared, the next request reads it again.
    console.warn(`${url} was not kept: ${messageOf(error)}`)
  } finally {
    compressing.delete(url)
  }
}

/** Returns whether a path is spelled as browsers or our links spell it (`/tags/C%2B%2B`). */
function isCanonical(url: string): boolean {
  // A path that starts with `//` would be parsed as a host.
  if (parseUrl(url, 'http://localhost')?.pathname !== url) return false
  const parts = url.split('/').map((part) => encodeURIComponent(decodeURIComponent(part)))
  return encodeURI(decodeURIComponent(url)) === url || parts.join('/') === url
}

const isReading = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

/** Excludes ranges, requests of the Next.js router and previews of drafts. */
function isSharedRead(request: IncomingMessage): boolean {
  const { headers } = request
  return (
    isReading(request) &&
    !Object.keys(headers).some((name) => /^(?:rsc$|range$|next-|x-prerender)/.test(name)) &&
    !previewCookies.some((name) => headers.cookie?.includes(name))
  )
}
