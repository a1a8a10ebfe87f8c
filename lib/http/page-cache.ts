/**
 * Next's cache of rendered pages on our own server, in memory. (On Vercel the platform keeps them.) It differs from the one
 * that comes with Next in three things:
 *
 * - A page is stamped with the time its render *began*. Next stamps the end, so that a render which read the database
 *   before a write and ended after the write's purge would count as fresh.
 * - What was not found is not kept: strangers can ask for any number of addresses that do not exist.
 * - Nothing goes to disk: purges are remembered in memory alone, so after a restart a page from disk could be one
 *   that had been purged.
 *
 * Next calls it by the interface in its documentation, “Custom Next.js Cache Handler”. It is handed over by
 * `installPageCache`, not by `cacheHandler` in the configuration, which Next would import anew for every request.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { SharedCacheControls } from 'next/dist/server/lib/incremental-cache/shared-cache-controls.external.js'

type CacheControl = { revalidate: number | false; expire?: number | undefined }
type RenderedPage = {
  kind: string
  status?: number
  headers?: Record<string, unknown>
  html?: string
  body?: Buffer
  rscData?: Buffer
  segmentData?: Map<string, Buffer>
}
export type Entry = { value: RenderedPage; lastModified: number; cacheControl?: CacheControl | undefined }

const pagesBytesMax = 64 * 1024 * 1024
const tagsHeader = 'x-next-cache-tags'

/** Next makes a handler for every request: what is kept is kept here. */
const pages = new LRUCache<string, Entry>({ maxSize: pagesBytesMax, sizeCalculation: ({ value }) => bytesOf(value) })
/** A render under way. One behind an answer that failed is never told to end: it is forgotten after a while. */
type Render = { began: number; ended: Promise<void>; end: () => void }
const renderMsMax = 10_000
/** How long a request waits for such a render at most; a database that hangs is given up before. */
const overtakenMsMax = 3_000
const renders = new LRUCache<string, Render>({ max: 1_000, ttl: renderMsMax })
/** Renders under way that a purge has overtaken: what they read may be older than the write behind it. */
const overtaken = new Map<Render, number>()
/** When a tag was last purged. Only the app's own writes name tags. */
const purged = new Map<string, number>()

function bytesOf({ html, body, rscData, segmentData }: RenderedPage): number {
  const segments = [...(segmentData?.values() ?? [])].reduce((sum, segment) => sum + segment.length, 0)
  return 1_000 + (html?.length ?? 0) * 2 + (body?.length ?? 0) + (rscData?.length ?? 0) + segments
}

function isPurged({ value, lastModified }: Entry): boolean {
  const tags = value.headers?.[tagsHeader]
  return typeof tags === 'string' && tags.split(',').some((tag) => (purged.get(tag) ?? 0) >= lastModified)
}

function isOld({ lastModified, cacheControl }: Entry): boolean {
  return typeof cacheControl?.revalidate === 'number' && lastModified + cacheControl.revalidate * 1_000 < Date.now()
}

/** Which page of the cache a request was answered with. */
export type LookUp = { key: string; entry: Entry }

/** Around a request, whoever wants to know is told: what was found, or which render it began. */
export const lookUps = new AsyncLocalStorage<{ found?: LookUp; failRender?: () => void }>()

/** Whether Next would answer with this very page now, and make no other behind it. */
export function isCurrent({ key, entry }: LookUp): boolean {
  return pages.get(key) === entry && !isPurged(entry) && !isOld(entry)
}

function beginRender(): Render {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { began: Date.now(), ended, end }
}

function endRender(key: string, render: Render): void {
  if (renders.get(key) === render) renders.delete(key)
  overtaken.delete(render)
  render.end()
}

/**
 * Resolves when no render is under way any more that a purge has overtaken: Next lets a request join a render of the
 * same page, however old what it read. Undefined where there is none, which is nearly always.
 */
export function untilOvertakenRendersEnd(): Promise<unknown> | undefined {
  for (const [render, until] of overtaken) if (until < Date.now()) overtaken.delete(render)
  if (overtaken.size === 0) return undefined
  return Promise.race([Promise.all([...overtaken.keys()].map(({ ended }) => ended)).then(nextTurn), setTimeout(overtakenMsMax)])
}

class PageCache {
  async get(key: string): Promise<Entry | null> {
    const entry = pages.get(key)
    const usable = entry && !isPurged(entry) ? entry : null
    const asked = lookUps.getStore()
    if (asked && usable) asked.found = { key, entry: usable }
    // Next renders anew what is missing at once, and what is old behind the answer.
    if ((!usable || isOld(usable)) && !renders.has(key)) {
      const render = beginRender()
      renders.set(key, render)
      if (asked) asked.failRender = () => endRender(key, render)
    }
    return usable
  }

  async set(key: string, value: RenderedPage | null, context: { cacheControl?: CacheControl }): Promise<void> {
    const render = renders.get(key)
    const lastModified = render?.began ?? Date.now()
    if (render) endRender(key, render)
    if (!value || (value.status === 404 && !key.endsWith('/_not-found'))) {
      pages.delete(key)
      // Next notes the lifetime of every address it answered, and never forgets one.
      Reflect.get(SharedCacheControls, 'cacheControls').delete(key)
      return
    }
    const entry = { value, lastModified, cacheControl: context.cacheControl }
    pages.set(key, entry)
  }

  async revalidateTag(tags: string | string[]): Promise<void> {
    const now = Date.now()
    for (const tag of [tags].flat()) purged.set(tag, now)
    for (const render of renders.values()) overtaken.set(render, now + renderMsMax)
  }

  resetRequestCache(): void {}
}

/** Makes it the cache of this process. To be called before Next answers anything. */
export function installPageCache(): void {
  Reflect.set(globalThis, Symbol.for('@next/cache-handlers'), { FetchCache: PageCache })
}
