/**
 * Next's cache of rendered pages on our own server, in memory. (On Vercel the platform keeps them.) It differs from the one
 * that comes with Next in three things:
 *
 * - A page is stamped with the last purge that was known when its render *began*. Next stamps the time of the end, so that
 *   a render which read the database before a write and ended after the write's purge would count as fresh.
 * - What was not found is not kept: strangers can ask for any number of addresses that do not exist.
 * - Nothing goes to disk: purges are remembered in memory alone, so after a restart a page from disk could be one
 *   that had been purged.
 *
 * Where several processes share a Redis, a purge is what its log says, and a page that one of them has made is looked for
 * there before it is made again (shared-pages.ts).
 *
 * Next calls it by the interface in its documentation, “Custom Next.js Cache Handler”. It is handed over by
 * `installPageCache`, not by `cacheHandler` in the configuration, which Next would import anew for every request.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { SharedCacheControls } from 'next/dist/server/lib/incremental-cache/shared-cache-controls.external.js'
import { withTimeout } from '@/lib/concurrency/with-timeout'
import {
  bytesOf,
  type CacheControl,
  type Entry,
  everything,
  type Position,
  type RenderedPage,
} from './page-entry'
import { SharedPages } from './shared-pages'

const pagesBytesMax = 64 * 1024 * 1024
const tagsHeader = 'x-next-cache-tags'

/** Next makes a handler for every request: what is kept is kept here. */
const pages = new LRUCache<string, Entry>({
  maxSize: pagesBytesMax,
  sizeCalculation: ({ value }) => bytesOf(value),
})
/** A render under way. One behind an answer that broke off is never told to end: it is forgotten after a while. */
type Render = {
  began: number
  position: Position
  isVoid: boolean
  ended: Promise<void>
  end: () => void
}
const renderMsMax = 60_000
/** How long a request waits at most for one that a purge has overtaken; a database that hangs is given up before. */
const overtakenMsMax = 10_000
const renders = new LRUCache<string, Render>({ max: 1_000, ttl: renderMsMax })
/** Renders under way that a purge has overtaken: what they read may be older than the write behind it. */
const overtaken = new Map<Render, number>()
/** Which purge of a tag was the last. Only the app's own writes name tags. */
const purged = new Map<string, Position>()
/** The last purge that is known. */
let latest: Position = 0n
let shared: SharedPages | undefined
/** Purges that are not in the shared log yet. */
const publishing = new Set<Promise<void>>()

function isPurged({ value, position }: Entry): boolean {
  const isLater = (tag: string) => (purged.get(tag) ?? 0n) > position
  const tags = value.headers?.[tagsHeader]
  return isLater(everything) || (typeof tags === 'string' && tags.split(',').some(isLater))
}

/** By the clock that Next goes by, which nobody sets: of a page that is old by one and not by the other a render would be awaited that never begins. */
const now = () => performance.timeOrigin + performance.now()

const isOver = (lastModified: number, seconds: unknown) =>
  typeof seconds === 'number' && lastModified + seconds * 1_000 < now()
const isOld = ({ lastModified, cacheControl }: Entry) =>
  isOver(lastModified, cacheControl?.revalidate)
const isExpired = ({ lastModified, cacheControl }: Entry) =>
  isOver(lastModified, cacheControl?.expire)

/** Which page of the cache a request was answered with. */
export type LookUp = { key: string; entry: Entry }

/** What a request tells of itself, and is told: what was found, and how to end the renders for which its answer waits. */
export type Asked = { isPrefetch: () => boolean; found?: LookUp; awaited: (() => void)[] }
export const lookUps = new AsyncLocalStorage<Asked>()

/** Next renders anew what is missing at once, and what is old behind the answer; for a prefetch that only once it has expired. */
function willBeMade(page: Entry | null, asked: Asked | undefined): boolean {
  if (!page || isExpired(page)) return true
  return isOld(page) && !asked?.isPrefetch()
}

/** Whether Next would answer with this very page now, and make no other behind it. */
export function isCurrent({ key, entry }: LookUp): boolean {
  return pages.get(key) === entry && !isPurged(entry) && !isOld(entry)
}

function beginRender(): Render {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { began: now(), position: latest, isVoid: false, ended, end }
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
  for (const [render, until] of overtaken) if (until < now()) overtaken.delete(render)
  if (overtaken.size === 0) return undefined
  const ended = Promise.all([...overtaken.keys()].map((render) => render.ended)).then(nextTurn)
  return withTimeout(ended, overtakenMsMax).catch(() =>
    console.warn('pages: a render that a purge has overtaken does not end'),
  )
}

function overtakeRenders(): void {
  const until = now() + overtakenMsMax
  for (const render of renders.values()) overtaken.set(render, until)
}

function notePurge(tags: string[], position: Position): void {
  for (const tag of tags) purged.set(tag, position)
  latest = position
  overtakeRenders()
}

/** Nothing that is kept, or being made, may be answered from now on. */
function forgetPages(): void {
  pages.clear()
  for (const render of renders.values()) render.isVoid = true
  overtakeRenders()
}

/** The page in this process's memory, or one that another process made. */
async function find(key: string): Promise<Entry | undefined> {
  const kept = pages.get(key)
  if (kept && !isPurged(kept)) return kept
  const loaded = await shared?.load(key)
  if (!loaded || isPurged(loaded) || isOld(loaded)) return undefined
  pages.set(key, loaded)
  return loaded
}

class PageCache {
  async get(key: string): Promise<Entry | null> {
    const usable = (await find(key)) ?? null
    const asked = lookUps.getStore()
    if (asked && usable) asked.found = { key, entry: usable }
    if (willBeMade(usable, asked) && !renders.has(key)) {
      const render = beginRender()
      renders.set(key, render)
      // One behind an answer puts back what is old where it fails; of one that is missing nobody tells.
      if (!usable) asked?.awaited.push(() => endRender(key, render))
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
      // Next notes the lifetime of every address it answered, and never forgets one.
      Reflect.get(SharedCacheControls, 'cacheControls').delete(key)
      return
    }
    // What nobody saw begin may have read anything.
    if (!render || render.isVoid) return
    const { began: lastModified, position } = render
    const entry = { value, lastModified, position, cacheControl: context.cacheControl }
    pages.set(key, entry)
    shared?.store(key, entry)
  }

  async revalidateTag(tags: string | string[]): Promise<void> {
    if (!shared) return notePurge([tags].flat(), latest + 1n)
    const published = shared.publish([tags].flat())
    publishing.add(published)
    await published.finally(() => publishing.delete(published))
  }

  resetRequestCache(): void {}
}

/** Makes it the cache of this process. To be called before Next answers anything. */
export function installPageCache(): void {
  Reflect.set(globalThis, Symbol.for('@next/cache-handlers'), { FetchCache: PageCache })
}

/** Has this process share its pages and purges with all that use the same Redis. */
export async function sharePages(redisUrl: string, buildId: string): Promise<void> {
  shared = new SharedPages(redisUrl, buildId, { purged: notePurge, lost: forgetPages })
  await shared.start()
}

/** Resolves when this process knows what was purged before now, by whichever; undefined where it is the only one. */
export function untilInvalidationsKnown(): Promise<void> | undefined {
  return shared?.catchUp()
}

/** Resolves when all other processes can know what this one purged; undefined where nothing is under way. */
export function untilInvalidationsPublished(): Promise<unknown> | undefined {
  return publishing.size === 0 ? undefined : Promise.all(publishing)
}
