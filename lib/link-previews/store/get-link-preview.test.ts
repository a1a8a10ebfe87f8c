import type { RequestListener } from 'node:http'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { runInLanguage } from '@/lib/i18n/languages'
import { shared } from '@/lib/link-previews/worker/extract-off-thread'
import { ownDatabase } from '@/test/database/database'
import { servePages } from '@/test/link-previews/serve-pages'
import { isNightly } from '@/test/nightly'
import {
  getLinkPreview,
  getStoredLinkPreviews,
  refreshLinkPreview,
  renewLinkPreview,
} from './get-link-preview'

let listener: RequestListener = () => {}
let requests: string[] = []
const target = await servePages((request, response) => {
  requests.push(request.url ?? '')
  listener(request, response)
})
afterAll(target.close)
process.env.LINK_PREVIEW_ALLOW_ORIGINS = target.origin
await ownDatabase()

/** Each test uses its own pages, so that stored rows do not affect other tests. */
let count = 0
let url = ''
beforeEach(() => {
  requests = []
  url = `${target.origin}/${++count}`
})

function respondWith(title: string, headers: Record<string, string> = {}, status = 200): void {
  listener = (_, response) =>
    response
      .writeHead(status, { 'content-type': 'text/html', ...headers })
      .end(`<title>${title}</title>`)
}

const rowOf = (key: string) =>
  query((client) => client.linkPreview.findUniqueOrThrow({ where: { url: key } }))
/** Expires a row. */
const expire = (key: string) =>
  query((client) =>
    client.linkPreview.update({ where: { url: key }, data: { freshUntil: new Date(0) } }),
  )
const secondsLeft = ({ freshUntil }: { freshUntil: Date }) =>
  (freshUntil.getTime() - Date.now()) / 1_000

test('fetches and stores a new page, then returns the stored preview', async () => {
  respondWith('one', { 'cache-control': 'max-age=7200' })
  const preview = {
    title: 'one',
    description: '',
    image: '',
    siteName: '127.0.0.1',
    url,
    favicon: `${target.origin}/favicon.ico`,
  }
  expect(await getLinkPreview(url)).toEqual({ preview, freshForSeconds: expect.any(Number) })
  respondWith('two')
  const again = await getLinkPreview(url)
  expect(again).toMatchObject({ preview })
  expect(again.freshForSeconds).toBeGreaterThan(7_000)
  expect(again.freshForSeconds).toBeLessThanOrEqual(7_200)
  expect(requests).toHaveLength(1)
})

test('deletes links unused for a day when storing a link', async () => {
  vi.resetModules()
  const { getLinkPreview } = await import('./get-link-preview')
  const old = `${target.origin}/old`
  await query((client) =>
    client.linkPreview.create({
      data: { url: old, freshUntil: new Date(), usedAt: new Date(Date.now() - 25 * 3_600_000) },
    }),
  )
  respondWith('one')
  await getLinkPreview(url)
  expect(await query((client) => client.linkPreview.findUnique({ where: { url: old } }))).toBeNull()
})

test('stores all spellings of a link once', async () => {
  respondWith('one')
  await getLinkPreview(`${url}?utm_source=a#top`)
  await getLinkPreview(url.replace('http:', 'HTTP:'))
  expect(requests).toEqual([new URL(url).pathname])
})

test('keeps the requested fragment in the preview’s URL', async () => {
  respondWith('one')
  expect((await getLinkPreview(`${url}#part-2`)).preview.url).toBe(`${url}#part-2`)
  expect((await getLinkPreview(url)).preview.url).toBe(url)
  const stored = await getStoredLinkPreviews([`${url}#part-3`, url])
  expect([...stored.values()].map((preview) => preview.url)).toEqual([`${url}#part-3`, url])
  expect(await renewLinkPreview(`${url}#part-4`)).toMatchObject({ url: `${url}#part-4` })
})

test('keeps the fragment of the canonical URL', async () => {
  listener = (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<link rel=canonical href="/b#own">')
  expect((await getLinkPreview(`${url}#part-2`)).preview.url).toBe(`${target.origin}/b#own`)
})

test('requests a page in the blog’s language, then in English', async () => {
  await query((client) => client.blogSettings.create({ data: { language: 'de-CH' } }))
  onTestFinished(async () => {
    await query((client) => client.blogSettings.deleteMany())
  })
  const languages: unknown[] = []
  listener = (request, response) => {
    languages.push(request.headers['accept-language'])
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>a</title>')
  }
  await getLinkPreview(url)
  expect(languages).toEqual(['de-CH,de;q=0.9,en;q=0.8'])
})

test('uses the file name from the response header', async () => {
  listener = (_, response) =>
    response
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="Report.pdf"',
      })
      .end('%PDF')
  expect((await getLinkPreview(url)).preview.title).toBe('Report.pdf')
})

test('fetches once for ten concurrent requests', async () => {
  respondWith('one')
  const found = await Promise.all(Array.from({ length: 10 }, () => getLinkPreview(url)))
  expect(new Set(found.map(({ preview }) => preview.title))).toEqual(new Set(['one']))
  expect(requests).toHaveLength(1)
})

test('returns a stale preview immediately, and the new one after a refresh', async () => {
  respondWith('one')
  await getLinkPreview(url)
  await expire(url)
  respondWith('two')
  expect(await getLinkPreview(url)).toMatchObject({
    preview: { title: 'one' },
    freshForSeconds: 0,
  })
  expect(requests).toHaveLength(1)
  expect(await Promise.all([refreshLinkPreview(url), refreshLinkPreview(url)])).toEqual([
    true,
    true,
  ])
  expect(requests).toHaveLength(2)
  expect(await getLinkPreview(url)).toMatchObject({ preview: { title: 'two' } })
})

test('a refresh reports whether the card has changed', async () => {
  respondWith('one')
  expect(await refreshLinkPreview(url)).toBe(true)
  expect(await refreshLinkPreview(url)).toBe(false)
  await expire(url)
  expect(await refreshLinkPreview(url)).toBe(false)
  expect(requests).toHaveLength(2)
  expect(await refreshLinkPreview('http://localhost/')).toBeUndefined()
})

test('a failed refresh keeps the old preview', async () => {
  respondWith('one')
  await getLinkPreview(url)
  await expire(url)
  respondWith('', {}, 500)
  expect(await refreshLinkPreview(url)).toBe(false)
  expect(await getLinkPreview(url)).toMatchObject({ preview: { title: 'one' } })
  expect(await rowOf(url)).toMatchObject({ failures: 1, failureCode: 'target-refused' })
  await expire(url)
  respondWith('two')
  expect(await refreshLinkPreview(url)).toBe(true)
  expect(await rowOf(url)).toMatchObject({
    title: 'two',
    failures: 0,
    failureCode: null,
    failureDetail: null,
  })
})

test('describes a cached failure in the language of each request', async () => {
  respondWith('', {}, 403)
  const detailIn = async (language: string) => {
    const error = await runInLanguage(language, () =>
      getLinkPreview(url).catch((caught: unknown) => caught),
    )
    return error instanceof AppError ? error.detail : ''
  }
  const german = await detailIn('de')
  expect(german).toBe('Der Server der Seite antwortete mit Status 403.')
  expect(await detailIn('en')).toBe('The page’s server responded with 403.')
  expect(await detailIn('de')).toBe(german)
  expect(requests).toHaveLength(1)
  const stored = { failureCode: 'target-refused', failureDetail: german }
  await query((client) => client.linkPreview.update({ where: { url }, data: stored }))
  expect(await detailIn('en')).toBe('The page’s server responded with 403.')
})

test('caches a failure for ten minutes, and twice as long if it repeats', async () => {
  respondWith('', {}, 404)
  const failure = {
    name: 'AppError',
    code: 'target-refused',
    detail: expect.stringContaining('404'),
  }
  await expect(getLinkPreview(url)).rejects.toMatchObject(failure)
  await expect(getLinkPreview(url)).rejects.toMatchObject(failure)
  expect(requests).toHaveLength(1)
  expect(secondsLeft(await rowOf(url))).toBeGreaterThan(590)
  expect(secondsLeft(await rowOf(url))).toBeLessThanOrEqual(600)
  await expire(url)
  await expect(getLinkPreview(url)).rejects.toMatchObject(failure)
  expect(requests).toHaveLength(2)
  expect(secondsLeft(await rowOf(url))).toBeGreaterThan(1_190)
  await expire(url)
  respondWith('one')
  expect(await getLinkPreview(url)).toMatchObject({ preview: { title: 'one' } })
})

test('rejects an unsolicited 304', async () => {
  respondWith('', {}, 304)
  await expect(getLinkPreview(url)).rejects.toMatchObject({
    code: 'target-refused',
    detail: expect.stringContaining('304'),
  })
})

if (isNightly)
  test('stores no failure of pages that waited for other requests to their host', async () => {
    listener = () => {}
    const urls = Array.from({ length: 70 }, (_, n) => `${url}-${n}`)
    const results = await Promise.allSettled(urls.map((one) => getLinkPreview(one)))
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'target-too-slow' } })
    // On a slow machine, some pages get their turn when the first ones have timed out.
    expect(requests.length).toBeLessThan(urls.length)
    const failed = { url: { in: urls }, failures: { gt: 0 } }
    expect(await query((client) => client.linkPreview.count({ where: failed }))).toBe(
      requests.length,
    )
  })

test('stores the failure of a page that crashes the thread', async () => {
  respondWith('one')
  const read = () => Promise.reject(new Error('the thread has ended'))
  shared.afterwordPageThread = { prepare: () => {}, read }
  onTestFinished(() => void delete shared.afterwordPageThread)
  await expect(getLinkPreview(url)).rejects.toMatchObject({ code: 'target-unreachable' })
  expect(await rowOf(url)).toMatchObject({ failures: 1 })
})

test('rejects a bot challenge without Open Graph metadata', async () => {
  respondWith('Just a moment...</title><meta http-equiv="refresh" content="5">')
  await expect(getLinkPreview(url)).rejects.toMatchObject({
    code: 'target-refused',
    detail: expect.stringContaining('200'),
  })
  respondWith('Access denied</title><meta property="og:title" content="Access denied">')
  expect(await getLinkPreview(`${url}?shared`)).toMatchObject({
    preview: { title: 'Access denied' },
  })
})

test('reports a redirect to a private address like an unknown name', async () => {
  const forbidden = await servePages((_, response) => response.end('secret'))
  onTestFinished(forbidden.close)
  listener = (_, response) => response.writeHead(302, { location: forbidden.origin }).end()
  await expect(getLinkPreview(url)).rejects.toMatchObject({ code: 'target-unreachable' })
  expect(forbidden.connections).toHaveLength(0)
})

test('rejects a forbidden URL and stores nothing', async () => {
  await expect(getLinkPreview('http://169.254.169.254/')).rejects.toMatchObject({
    code: 'invalid-url',
  })
  expect(
    await query((client) => client.linkPreview.count({ where: { url: { contains: '169.254' } } })),
  ).toBe(0)
})

test('removes characters that PostgreSQL cannot store', async () => {
  respondWith('a\0b\ud800&#0;&#xd800;', { 'content-type': 'text/html; charset=utf-8' })
  const { preview } = await getLinkPreview(url)
  expect(preview.title.isWellFormed()).toBe(true)
  expect((await getLinkPreview(url)).preview).toEqual(preview)
})

test('stores URLs of the maximum length', async () => {
  respondWith('one')
  const random = Array.from({ length: 2_000 }, () =>
    Math.floor(Math.random() * 36).toString(36),
  ).join('')
  expect(await getLinkPreview(`${url}${random}`.slice(0, 2_048))).toMatchObject({
    preview: { title: 'one' },
  })
})

test('returns only stored previews, by the URL as the page wrote it', async () => {
  respondWith('one')
  await getLinkPreview(url)
  await expire(url)
  respondWith('', {}, 404)
  await expect(getLinkPreview(`${url}?missing`)).rejects.toMatchObject({ code: 'target-refused' })
  requests = []
  const urls = [url, `${url}#part`, `${url}?missing`, `${url}?never`, 'http://localhost/', 'no url']
  const stored = await getStoredLinkPreviews(urls)
  expect([...stored.keys()]).toEqual([url, `${url}#part`])
  expect(stored.get(url)).toMatchObject({ title: 'one', url })
  expect(requests).toEqual([])
  expect(await getStoredLinkPreviews([])).toEqual(new Map())
})
