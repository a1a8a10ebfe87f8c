/**
 * The in-memory cache of rendered pages, a “Custom Next.js Cache Handler” for our own server. It
 * differs from the default one in three ways:
 *
 * - A page gets the number of invalidations known when its render *began*. Next.js uses the time of
 * its end, so a render that read the database before a write and ended after its invalidation would
 * count as fresh.
 * - Missing pages are not cached, because clients can request any number of them.
 * - Nothing is written to disk: after a restart, a page from disk might have been invalidated.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { LRUCache } from 'lru-cache'
import { withTimeout } from '@/lib/concurrency/with-timeout'
import type { InvalidationLog } from './invalidation-log'
import { forgetLifetime, registerCacheHandler, tagsHeader } from './next-internals'

type RenderedPage = {
  status?: number
  headers?: Record<string, unknown>
  html?: string
  body?: Buffer
  rscData?: Buffer
  segmentData?: Map<string, Buffer>
}
type CacheControl = { revalidate: number | false; expire?: number }
type Entry = {
  value: RenderedPage
  /** The start of its render, in milliseconds since 1970. */
  lastModified: number
  /** The number of invalidations known at that time. */
  position: number
  cacheControl: CacheControl | undefined
}

function bytesOf({ html, body, rscData, segmentData }: RenderedPage): number {
  let bytes = 1_000 + (html?.length ?? 0) * 2 + (body?.length ?? 0) + (rscData?.length ?? 0)
  for (const segment of segmentData?.values() ?? []) bytes += segment.length
  return bytes
}

/** The size of the cache in bytes: 64 MB, or less if the heap is limited, as in the image. */
export const pageCacheBytes = Math.min(
  64 * 1024 * 1024,
  2 * Math.floor(getHeapStatistics().heap_size_limit / 16),
)

/** Module state, because Next.js creates a cache handler for every request. */
const pages = new LRUCache<string, Entry>({
  maxSize: pageCacheBytes,
  sizeCalculation: ({ value }) => bytesOf(value),
})
/** A render in progress. It expires, because the end of an aborted one is not reported. */
type Render = ReturnType<typeof beginRender>
/** Milliseconds that a request waits for overtaken renders. Queries time out earlier. */
const overtakenMsMax = 10_000
const renders = new LRUCache<string, Render>({ max: 1_000, ttl: 60_000 })
/** Renders in progress during an invalidation. They may have read data from before the write. */
const overtaken = new LRUCache<Render, Promise<void>>({ max: 1_000, ttl: overtakenMsMax })
/** A tag that every page has. */
const everything = '*'
/** The last invalidation of each tag. Only the app's own writes name tags. */
const lastInvalidations = new Map<string, number>()
let latest = 0
let log: InvalidationLog | undefined
/** Invalidations that are not in the shared log yet. */
const publishing = new Set<Promise<void>>()

/** Returns the number of invalidations known so far. */
export const currentPosition = (): number => latest

/** Returns whether one of the tags was invalidated after a position. */
export function isInvalidatedSince(position: number, tags: string[]): boolean {
  return [everything, ...tags].some((tag) => (lastInvalidations.get(tag) ?? 0) > position)
}

function isInvalidated({ value, position }: Entry): boolean {
  const tags = value.headers?.[tagsHeader]
  return isInvalidatedSince(position, typeof tags === 'string' ? tags.split(',') : [])
}

/**
 * Returns the current time by the clock that Next.js uses, so that both agree on which pages are
 * stale.
 */
const now = () => performance.timeOrigin + performance.now()

const hasElapsed = (lastModified: number, seconds: unknown) =>
  typeof seconds === 'number' && lastModified + seconds * 1_000 < now()
const isStale = ({ lastModified, cacheControl }: Entry) =>
  hasElapsed(lastModified, cacheControl?.revalidate)
const isExpired = ({ lastModified, cacheControl }: Entry) =>
  hasElapsed(lastModified, cacheControl?.expire)

/** The cache entry that a request was served from. */
export type LookUp = { key: string; entry: Entry }

/** The context of a request: its cache entry, and functions that end the renders it waits for. */
export type RenderContext = {
  isPrefetch: () => boolean
  found?: LookUp
  endAwaitedRenders: (() => void)[]
}
export const renderContexts = new AsyncLocalStorage<RenderContext>()

/**
 * Returns whether Next.js will render a page: a missing one immediately, a stale one after the
 * response. Prefetches render only missing and expired pages.
 */
function willBeRendered(page: Entry | null, renderContext: RenderContext | undefined): boolean {
  if (!page || isExpired(page)) return true
  return isStale(page) && !renderContext?.isPrefetch()
}

/** Returns whether Next.js would serve this entry now without rendering it again. */
export function isCurrent({ key, entry }: LookUp): boolean {
  return pages.get(key) === entry && !isInvalidated(entry) && !isStale(entry)
}

function beginRender() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { began: now(), position: latest, ended, end }
}

function endRender(key: string, render: Render): void {
  if (renders.get(key) === render) renders.delete(key)
  overtaken.delete(render)
  render.end()
}

/**
 * Resolves when all renders overtaken by an invalidation have ended. Next.js lets a request join a
 * running render of the same page, even if its data is stale. Undefined if there is none, the usual
 * case.
 */
export function untilOvertakenRendersEnd(): Promise<unknown> | undefined {
  overtaken.purgeStale()
  if (overtaken.size === 0) return undefined
  const ended = Promise.all(overtaken.values()).then(nextTurn)
  return withTimeout(ended, overtakenMsMax).catch(() =>
    console.warn('pages: a render that began before an invalidation does not end'),
  )
}

function recordInvalidation(tags: string[]): void {
  latest++
  for (const tag of tags) lastInvalidations.set(tag, latest)
  for (const render of renders.values()) overtaken.set(render, render.ended)
}

class PageCache {
  async get(key: string): Promise<Entry | null> {
    const kept = pages.get(key)
    const usable = kept && !isInvalidated(kept) ? kept : null
    const renderContext = renderContexts.getStore()
    if (renderContext && usable) renderContext.found = { key, entry: usable }
    if (willBeRendered(usable, renderContext) && !renders.has(key)) {
      const render = beginRender()
      renders.set(key, render)
      // A failed background render stores the stale page again, which ends it. A failed render of a
      // missing page is not reported.
      if (!usable) renderContext?.endAwaitedRenders.push(() => endRender(key, render))
    }
    return usable
  }

  async set(
    key: string,
    value: RenderedPage | null,
    context: { cacheControl?: CacheControl },
  ): Promise<void> {
    const render = renders.get(key)
    if (render) endRender(key, render)
    if (!value || (value.status === 404 && !key.endsWith('/_not-found'))) {
      pages.delete(key)
      forgetLifetime(key)
      return
    }
    // A render without a known beginning may have read stale data.
    if (!render) return
    const { began: lastModified, position } = render
    pages.set(key, { value, lastModified, position, cacheControl: context.cacheControl })
  }

  async revalidateTag(tags: string | string[]): Promise<void> {
    if (!log) return recordInvalidation([tags].flat())
    const published = log.publish([tags].flat())
    publishing.add(published)
    await published.finally(() => publishing.delete(published))
  }

  resetRequestCache(): void {}
}

/** Registers the cache. Call it before Next.js handles a request. */
export function installPageCache(): void {
  registerCacheHandler(PageCache)
}

/** Shares invalidations with all processes that use the same Redis. */
export async function shareInvalidations(redisUrl: string): Promise<void> {
  // Loaded only if it is used, because the client of Redis is large.
  const { InvalidationLog } = await import('./invalidation-log')
  log = new InvalidationLog(redisUrl, {
    everything,
    invalidated: recordInvalidation,
    missed: () => recordInvalidation([everything]),
  })
  await log.start()
}

/** Resolves when all earlier invalidations are known. Undefined if there is one process. */
export function untilInvalidationsKnown(): Promise<void> | undefined {
  return log?.catchUp()
}

/** Resolves when all processes can know the invalidations. Undefined if none are pending. */
export function untilInvalidationsPublished(): Promise<unknown> | undefined {
  return publishing.size === 0 ? undefined : Promise.all(publishing)
}
