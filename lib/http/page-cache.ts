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
/** When the render under way for a page began. One that failed leaves its time behind: bounded, and only too early. */
const begun = new LRUCache<string, number>({ max: 1_000 })
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

/** Around a request, whoever wants to know is told. */
export const lookUps = new AsyncLocalStorage<Partial<LookUp>>()

/** Whether Next would answer with this very page now, and make no other behind it. */
export function isCurrent({ key, entry }: LookUp): boolean {
  return pages.get(key) === entry && !isPurged(entry) && !isOld(entry)
}

class PageCache {
  async get(key: string): Promise<Entry | null> {
    const entry = pages.get(key)
    const usable = entry && !isPurged(entry) ? entry : null
    if (usable) Object.assign(lookUps.getStore() ?? {}, { key, entry: usable })
    // Next renders anew what is missing at once, and what is old behind the answer.
    if ((!usable || isOld(usable)) && !begun.has(key)) begun.set(key, Date.now())
    return usable
  }

  async set(key: string, value: RenderedPage | null, context: { cacheControl?: CacheControl }): Promise<void> {
    const lastModified = begun.get(key) ?? Date.now()
    begun.delete(key)
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
    for (const tag of [tags].flat()) purged.set(tag, Date.now())
  }

  resetRequestCache(): void {}
}

/** Makes it the cache of this process. To be called before Next answers anything. */
export function installPageCache(): void {
  Reflect.set(globalThis, Symbol.for('@next/cache-handlers'), { FetchCache: PageCache })
}
