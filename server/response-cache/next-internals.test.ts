import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { NEXT_CACHE_TAGS_HEADER } from 'next/dist/lib/constants.js'
import {
  COOKIE_NAME_PRERENDER_BYPASS,
  COOKIE_NAME_PRERENDER_DATA,
} from 'next/dist/server/api-utils/index.js'
import { addRequestMeta } from 'next/dist/server/request-meta.js'
import { expect, test } from 'vitest'
import {
  createRequestResponseMocks,
  forgetLifetime,
  isPrefetch,
  matchedRoute,
  previewCookies,
  tagsHeader,
} from './next-internals'

const { resolve } = createRequire(import.meta.url)
const sourceOf = (module: string) => readFileSync(resolve(module), 'utf8')

test('package.json pins the installed version of Next.js', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(JSON.parse(sourceOf('next/package.json')).version).toBe(dependencies.next)
})

test('the tags header and the preview cookies have these names', () => {
  expect(tagsHeader).toBe(NEXT_CACHE_TAGS_HEADER)
  expect(previewCookies).toEqual([COOKIE_NAME_PRERENDER_BYPASS, COOKIE_NAME_PRERENDER_DATA])
})

test('recognises prefetches of browsers and of the router', () => {
  const { req } = createRequestResponseMocks({ url: '/', method: 'GET', headers: {} })
  expect(isPrefetch(req)).toBe(false)
  addRequestMeta(req, 'isPrefetchRSCRequest', true)
  expect(isPrefetch(req)).toBe(true)
  const headers = { purpose: 'prefetch' }
  expect(isPrefetch(createRequestResponseMocks({ url: '/', method: 'GET', headers }).req)).toBe(
    true,
  )
})

test('returns the route that Next.js has chosen', () => {
  const { req } = createRequestResponseMocks({ url: '/', method: 'GET', headers: {} })
  expect(matchedRoute(req)).toBeUndefined()
})

test('deletes the lifetime of a path', async () => {
  const { SharedCacheControls } = await import(
    'next/dist/server/lib/incremental-cache/shared-cache-controls.external.js'
  )
  const known: unknown = Reflect.get(SharedCacheControls, 'cacheControls')
  expect(known).toBeInstanceOf(Map)
  if (known instanceof Map) known.set('/gone', { revalidate: 1 })
  forgetLifetime('/gone')
  expect(known).toEqual(new Map())
})

test.each([
  ['next/dist/server/lib/incremental-cache/index.js', "Symbol.for('@next/cache-handlers')"],
  ['next/dist/server/lib/incremental-cache/index.js', 'globalCacheHandler.FetchCache'],
  ['next/dist/server/app-render/action-handler.js', '__NEXT_PRIVATE_ORIGIN'],
  ['next/dist/server/config.js', 'process.env.__NEXT_PRIVATE_STANDALONE_CONFIG'],
])('%s reads %s', (module, name) => {
  expect(sourceOf(module)).toContain(name)
})

test('no other module of the product imports private modules of Next.js', () => {
  const command = ['grep', '-lE', "(from|import\\() ?'next/dist/", '--', '*.ts', '*.tsx']
  const files = execFileSync('git', command, { encoding: 'utf8' }).trim().split('\n')
  const product = files.filter((file) => !/^(?:bench|test|tools)\/|\.test\.tsx?$/.test(file))
  expect(product).toEqual(['server/response-cache/next-internals.ts'])
})
