/**
 * Serves responses of Next.js again, before its routing: pages, files of the build, and reads of
 * the API. They are compressed once, and keep the headers of Next.js. A page is served only while
 * the cache of Next.js (page-cache.ts) would serve the same one. A read is served until its thread
 * is invalidated. The names of build files contain a hash, so they never change.
 */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { Semaphore } from '@/lib/concurrency/semaphore'
import { messageOf } from '@/lib/errors'
import { type CachedRead, cachedReads } from '@/lib/http/cached-reads'
import { requestContexts } from '@/lib/telemetry/request-context'
import { parseUrl } from '@/lib/text/parse-url'
import { allThreadsTag, threadTag } from '@/lib/threads/thread-tag'
import { beforeHead } from '@/server/http-fixes/response-head'
import { isPrefetch, matchedRoute, previewCookies } from './next-internals'
import {
  currentPosition,
  installPageCache,
  isCurrent,
  isInvalidatedSince,
  type LookUp,
  pageCacheBytes,
  type RenderContext,
  renderContexts,
  shareInvalidations,
  untilInvalidationsKnown,
  untilInvalidationsPublished,
  untilOvertakenRendersEnd,
} from './page-cache'
import {
  compress,
  type StoredResponse,
  sendStoredResponse,
  sharedEtag,
  sharedHeaders,
  storedBytes,
} from './stored-response'

/** A response to store. */
type Source = {
  body: () => Promise<Buffer>
  /** The quality of its compression. */
  quality: number
  isCurrent: () => boolean
  /** Headers that differ from those of the first response. */
  headers?: Record<string, string>
}

/**
 * Pages and files by path in its canonical spelling, since clients can send any number of others;
 * reads by `keyOfRead`.
 */
const stored = new LRUCache<string, StoredResponse & Pick<Source, 'isCurrent'>>({
  maxSize: 1.5 * pageCacheBytes,
  sizeCalculation: storedBytes,
})

/** Keys of responses that are being compressed or queued, to avoid compressing one twice. */
const compressing = new Set<string>()
/** Compresses few responses at a time, because other work shares the few threads. */
const compression = new Semaphore(2)

/** Matches the file names of a build and rules out path traversal. */
const built = /^\/_next\/static\/((?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*)$/

/** Equal to `revalidate` of posts, so that changes reach all processes even without Redis. */
const readLifetimeMs = 300_000
const readBytesMax = 1024 * 1024

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
}) {
  installPageCache()
  if (redisUrl) await shareInvalidations(redisUrl)
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    render: () => Promise<void>,
  ) => {
    const url = request.url ?? '/'
    const mayBePage = !/^\/(?:api|_next)\//.test(url)
    const read = findRead(request)
    if (!isReading(request)) endAfterInvalidation(response)
    else if (mayBePage || read) await untilInvalidationsKnown()
    const key = read?.key ?? pathOfSharedRead(request)
    if (await sendStored(key, read, request, response)) return
    setPageCacheControl(response, sharedSeconds)
    const context: RenderContext = { isPrefetch: () => isPrefetch(request), endAwaitedRenders: [] }
    const sourceOf = read
      ? sourceOfRead(read)
      : () => sourceOfFile(url, response, buildDirectory) ?? sourceOfPage(url, context.found)
    response.once('finish', () => void store(key, sourceOf, request, response))
    return mayBePage ? renderPage(context, render) : render()
  }
}

/** Sends the stored response. Returns false if there is none, or the client has no quota left. */
async function sendStored(
  key: string | undefined,
  read: Read | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const found = key === undefined ? undefined : stored.get(key)
  if (!found?.isCurrent()) return false
  const get = (name: string) => request.headers[name]?.toString() ?? null
  // The endpoint also rejects the request, with problem details. Rejected requests do not count.
  const limited = read ? await read.count({ get }).catch(() => undefined) : {}
  if (!limited) return false
  sendStoredResponse(request, response, { ...found, headers: { ...found.headers, ...limited } })
  return true
}

/** A read of the API that the cache may serve. */
type Read = CachedRead & { path: string; key: string }

/** Returns the key of a read. No URL contains a space, so no other request has this key. */
const keyOfRead = (path: string, parameters: string) => `${path} ${parameters}`

/** Returns undefined for other requests, and for reads that the endpoint rejects. */
function findRead(request: IncomingMessage): Read | undefined {
  const { url = '/', headers } = request
  const [path = '', search] = url.split('?', 2)
  const read = cachedReads.get(path)
  const hasBody = 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
  if (!read || search === undefined || hasBody || !isSharedRead(request)) return undefined
  try {
    const parameters = read.keyOf(new URL(url, 'http://localhost').searchParams)
    return { ...read, path, key: keyOfRead(path, parameters) }
  } catch {
    return undefined
  }
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
    apply(end, self, args) {
      const published = untilInvalidationsPublished()
      if (published) void published.then(() => Reflect.apply(end, self, args))
      else Reflect.apply(end, self, args)
      return self
    },
  })
}

/** Returns a getter of the source of a read. Call it before the endpoint reads the database. */
function sourceOfRead({ path, key }: Read): () => Source | undefined {
  const position = currentPosition()
  const context = requestContexts.getStore()
  return () => {
    const shared = context?.sharedBody
    // Next.js may have changed the parameters of the request.
    if (!shared || keyOfRead(path, shared.key) !== key) return undefined
    const body = Buffer.from(shared.body)
    if (body.length > readBytesMax) return undefined
    const tags = [allThreadsTag, threadTag(shared.thread)]
    const expiresAt = performance.now() + readLifetimeMs
    return {
      body: async () => body,
      quality: 5,
      isCurrent: () => performance.now() < expiresAt && !isInvalidatedSince(position, tags),
      headers: { vary: 'Accept-Encoding' },
    }
  }
}

function sourceOfFile(
  url: string,
  response: ServerResponse,
  buildDirectory: string,
): Source | undefined {
  const name = built.exec(url)?.[1]
  // The development server does not mark files as immutable.
  const isImmutable = String(response.getHeader('cache-control')).includes('immutable')
  if (name === undefined || !isImmutable) return undefined
  const file = path.join(buildDirectory, 'static', name)
  return { body: () => readFile(file), quality: 11, isCurrent: () => true }
}

function sourceOfPage(url: string, lookUp: LookUp | undefined): Source | undefined {
  // Feeds are cached as bytes.
  const body = lookUp?.entry.value.html ?? lookUp?.entry.value.body
  if (!lookUp || body === undefined || !isCanonical(url)) return undefined
  return {
    body: async () => Buffer.from(body),
    quality: 8,
    isCurrent: () => isCurrent(lookUp),
    headers: { 'x-nextjs-cache': 'HIT' },
  }
}

async function store(
  key: string | undefined,
  sourceOf: () => Source | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answered = response.getHeaders()
  const etag = sharedEtag(answered)
  const isShared = response.statusCode === 200 && !response.hasHeader('set-cookie')
  if (key === undefined || request.method !== 'GET' || compressing.has(key)) return
  const source = isShared ? sourceOf() : undefined
  if (!source || etag === undefined) return
  const { body, quality, isCurrent, headers } = source
  const route = matchedRoute(request)
  compressing.add(key)
  try {
    const bodies = await compression.run(undefined, async () =>
      compress(await body(), String(answered['content-type']), quality),
    )
    const all = { ...sharedHeaders(answered), ...headers }
    stored.set(key, { headers: all, etag, bodies, route, isCurrent })
  } catch (error) {
    // If the file has disappeared, the next request reads it again.
    console.warn(`${key} was not kept: ${messageOf(error)}`)
  } finally {
    compressing.delete(key)
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

const pathOfSharedRead = (request: IncomingMessage): string | undefined =>
  isSharedRead(request) && !request.url?.includes('?') ? request.url : undefined

/** Excludes ranges, requests of the Next.js router and previews of drafts. */
function isSharedRead(request: IncomingMessage): boolean {
  const { headers } = request
  return (
    isReading(request) &&
    !Object.keys(headers).some((name) => /^(?:rsc$|range$|next-|x-prerender)/.test(name)) &&
    !previewCookies.some((name) => headers.cookie?.includes(name))
  )
}
