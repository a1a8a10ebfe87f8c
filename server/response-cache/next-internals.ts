/** The private modules of Next.js. `next-internals.test.ts` checks that they exist. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { SharedCacheControls } from 'next/dist/server/lib/incremental-cache/shared-cache-controls.external.js'
import { getRequestMeta } from 'next/dist/server/request-meta.js'

export { createRequestResponseMocks } from 'next/dist/server/lib/mock-request.js'

/** The header of a cached page that lists its tags. */
export const tagsHeader = 'x-next-cache-tags'

/** The cookies of a draft preview. */
export const previewCookies = ['__prerender_bypass', '__next_preview_data']

/** Uses the same criterion as Next.js (route-module.ts). */
export function isPrefetch(request: IncomingMessage): boolean {
  return (
    request.headers.purpose === 'prefetch' ||
    getRequestMeta(request, 'isPrefetchRSCRequest') === true
  )
}

/** Returns the pattern of the route that Next.js has chosen, such as `/posts/[slug]`. */
export const matchedRoute = (request: IncomingMessage): string | undefined =>
  getRequestMeta(request, 'match')?.definition.pathname

/** Forgets the lifetime of a path. Next.js records the lifetime of every path that it served. */
export function forgetLifetime(path: string): void {
  Reflect.get(SharedCacheControls, 'cacheControls').delete(path)
}

/**
 * Registers the cache of rendered pages, a “Custom Next.js Cache Handler”. Next.js would import a
 * `cacheHandler` in the configuration again for every request.
 */
export function registerCacheHandler(handler: new () => object): void {
  Reflect.set(globalThis, Symbol.for('@next/cache-handlers'), { FetchCache: handler })
}

const load = createRequire(import.meta.url)
/** The code of Next.js that a server loads until it has rendered a page. */
const code = [
  'server/next-server',
  'server/lib/start-server',
  'compiled/next-server/app-route-turbo.runtime.prod',
  'compiled/next-server/app-page-turbo.runtime.prod',
]

/**
 * Loads Next.js, and then lets errors name lines of the blog's sources. Node.js reads the source
 * map of each module that it loads afterwards. Those of Next.js would take 0.2 s and 30 MB at each
 * start.
 */
export async function loadNext(dev: boolean) {
  const { default: next } = await import('next')
  if (!dev) for (const name of code) load(`next/dist/${name}.js`)
  process.setSourceMapsEnabled(true)
  return next
}

/**
 * Sets the origin at which Next.js reaches itself. It requests the target page of a server action
 * there, and does not know a port that the system chose.
 */
export function setPrivateOrigin(origin: string): void {
  Object.assign(process.env, { __NEXT_PRIVATE_ORIGIN: origin })
}

/**
 * Makes Next.js use the configuration of the build, as `output: 'standalone'` does. It would
 * otherwise load `next.config.ts` at each start, with a compiler that the container image lacks.
 */
export function applyBuiltConfig(buildDirectory: string): void {
  const file = path.join(buildDirectory, 'required-server-files.json')
  const { config } = JSON.parse(readFileSync(file, 'utf8'))
  Object.assign(process.env, { __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(config) })
}
