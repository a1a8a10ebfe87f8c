import type { RequestListener } from 'node:http'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { query } from '@/lib/db/client'
import { offerPageThread } from '@/lib/link-previews/worker/offered-page-thread'
import { forgetBlog } from '@/lib/settings/get-blog'
import { ownDatabase } from '@/test/database/database'
import { servePages } from '@/test/link-previews/serve-pages'
import { getLinkPreview, refreshLinkPreview } from './get-link-preview'
import { getStoredLinkPreviews } from './get-stored-link-previews'
import { renewLinkPreview } from './renew-link-preview'

let answer: RequestListener = () => {}
let requests: string[] = []
const target = await servePages((request, response) => {
  requests.push(request.url ?? '')
  answer(request, response)
})
afterAll(target.close)
process.env.LINK_PREVIEW_ALLOW_ORIGINS = target.origin
await ownDatabase()

/** Each test has pages of its own: what is stored of one is of no concern to another. */
let count = 0
let url = ''
beforeEach(() => {
  requests = []
  url = `${target.origin}/${++count}`
})

function answerWith(title: string, headers: Record<string, string> = {}, status = 200): void {
  answer = (_, response) =>
    response
      .writeHead(status, { 'content-type': 'text/html', ...headers })
      .end(`<title>${title}</title>`)
}

const rowOf = (key: string) =>
  query((client) => client.linkPreview.findUniqueOrThrow({ where: { url: key } }))
/** Lets the time run out for which a row answers. */
const expire = (key: string) =>
  query((client) =>
    client.linkPreview.update({ where: { url: key }, data: { freshUntil: new Date(0) } }),
  )
const secondsLeft = ({ freshUntil }: { freshUntil: Date }) =>
  (freshUntil.getTime() - Date.now()) / 1_000

test('a page nobody asked for is fetched, stored, and then answered from there', async () => {
  answerWith('one', { 'cache-control': 'max-age=7200' })
  const preview = {
    title: 'one',
    description: '',
    image: '',
    siteName: '127.0.0.1',
    url,
    favicon: `${target.origin}/favicon.ico`,
  }
  expect(await getLinkPreview(url)).toEqual({
    preview,
    freshForSeconds: expect.any(Number),
    stale: false,
  })
  answerWith('two')
  const again = await getLinkPreview(url)
  expect(again).toMatchObject({ preview, stale: false })
  expect(again.freshForSeconds).toBeGreaterThan(7_000)
  expect(again.freshForSeconds).toBeLessThanOrEqual(7_200)
  expect(requests).toHaveLength(1)
})

test('storing a link deletes those that nobody used for a day', async () => {
  vi.resetModules()
  const { getLinkPreview } = await import('./get-link-preview')
  const old = `${target.origin}/old`
  await query((client) =>
    client.linkPreview.create({
      data: { url: old, freshUntil: new Date(), usedAt: new Date(Date.now() - 25 * 3_600_000) },
    }),
  )
  answerWith('one')
  await getLinkPreview(url)
  expect(await query((client) => client.linkPreview.findUnique({ where: { url: old } }))).toBeNull()
})

test('all spellings of a link are one', async () => {
  answerWith('one')
  await getLinkPreview(`${url}?utm_source=a#top`)
  await getLinkPreview(url.replace('http:', 'HTTP:'))
  expect(requests).toEqual([new URL(url).pathname])
})

test('the address in a preview keeps the fragment that was asked for', async () => {
  answerWith('one')
  expect((await getLinkPreview(`${url}#part-2`)).preview.url).toBe(`${url}#part-2`)
  expect((await getLinkPreview(url)).preview.url).toBe(url)
  const stored = await getStoredLinkPreviews([`${url}#part-3`, url])
  expect([...stored.values()].map((preview) => preview.url)).toEqual([`${url}#part-3`, url])
  expect(await renewLinkPreview(`${url}#part-4`)).toMatchObject({ url: `${url}#part-4` })
})

test('the address in a preview keeps a fragment of the canonical URL', async () => {
  answer = (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<link rel=canonical href="/b#own">')
  expect((await getLinkPreview(`${url}#part-2`)).preview.url).toBe(`${target.origin}/b#own`)
})

test('a page is asked for in the blog’s language, then in English', async () => {
  await query((client) => client.blogSettings.create({ data: { language: 'de-CH' } }))
  forgetBlog()
  onTestFinished(async () => {
    await query((client) => client.blogSettings.deleteMany())
    forgetBlog()
  })
  const languages: unknown[] = []
  answer = (request, response) => {
    languages.push(request.headers['accept-language'])
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>a</title>')
  }
  await getLinkPreview(url)
  expect(languages).toEqual(['de-CH,de;q=0.9,en;q=0.8'])
})

test('a file has the name that its server gives it', async () => {
  answer = (_, response) =>
    response
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="Report.pdf"',
      })
      .end('%PDF')
  expect((await getLinkPreview(url)).preview.title).toBe('Report.pdf')
})

test('ten who ask at once cause one fetch', async () => {
  answerWith('one')
  const found = await Promise.all(Array.from({ length: 10 }, () => getLinkPreview(url)))
  expect(new Set(found.map(({ preview }) => preview.title))).toEqual(new Set(['one']))
  expect(requests).toHaveLength(1)
})

test('a stale preview is answered at once, and is new after a refresh', async () => {
  answerWith('one')
  await getLinkPreview(url)
  await expire(url)
  answerWith('two')
  expect(await getLinkPreview(url)).toMatchObject({
    preview: { title: 'one' },
    freshForSeconds: 0,
    stale: true,
  })
  expect(requests).toHaveLength(1)
  expect(await Promise.all([refreshLinkPreview(url), refreshLinkPreview(url)])).toEqual([
    true,
    true,
  ])
  expect(requests).toHaveLength(2)
  expect(await getLinkPreview(url)).toMatchObject({ preview: { title: 'two' }, stale: false })
})

test('a refresh tells whether a card would look different', async () => {
  answerWith('one')
  expect(await refreshLinkPreview(url)).toBe(true)
  expect(await refreshLinkPreview(url)).toBe(false)
  await expire(url)
  expect(await refreshLinkPreview(url)).toBe(false)
  expect(requests).toHaveLength(2)
  expect(await refreshLinkPreview('http://localhost/')).toBe(false)
})

test('a refresh that fails keeps the preview there was', async () => {
  answerWith('one')
  await getLinkPreview(url)
  await expire(url)
  answerWith('', {}, 500)
  expect(await refreshLinkPreview(url)).toBe(false)
  expect(await getLinkPreview(url)).toMatchObject({ preview: { title: 'one' }, stale: false })
  expect(await rowOf(url)).toMatchObject({ failures: 1, failureCode: 'target-refused' })
  await expire(url)
  answerWith('two')
  expect(await refreshLinkPreview(url)).toBe(true)
  expect(await rowOf(url)).toMatchObject({
    title: 'two',
    failures: 0,
    failureCode: null,
    failureDetail: null,
  })
})

test('a failure is remembered for ten minutes, and twice as long when it repeats', async () => {
  answerWith('', {}, 404)
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
  answerWith('one')
  expect(await getLinkPreview(url)).toMatchObject({ preview: { title: 'one' } })
})

test('a page that can tell whether it changed is asked for no more than that', async () => {
  const conditions: (string | undefined)[][] = []
  answer = ({ headers }, response) => {
    conditions.push([headers['if-none-match'], headers['if-modified-since']])
    const isKnown = headers['if-none-match'] === '"1"'
    response.writeHead(isKnown ? 304 : 200, {
      'content-type': 'text/html',
      etag: '"1"',
      'last-modified': 'Mon, 20 Oct 2025 09:30:00 GMT',
      'cache-control': isKnown ? 'max-age=10800' : 'max-age=7200',
    })
    response.end(isKnown ? undefined : '<title>one</title>')
  }
  await getLinkPreview(url)
  await expire(url)
  expect(await refreshLinkPreview(url)).toBe(false)
  const { fetchedAt, ...row } = await rowOf(url)
  expect(row).toMatchObject({ title: 'one', failures: 0, leaseUntil: null, etag: '"1"' })
  expect(secondsLeft(row)).toBeGreaterThan(10_700)
  await query((client) =>
    client.linkPreview.update({
      where: { url },
      data: { fetchedAt: new Date(Number(fetchedAt) - 31 * 86_400_000) },
    }),
  )
  await expire(url)
  await refreshLinkPreview(url)
  const known = ['"1"', 'Mon, 20 Oct 2025 09:30:00 GMT']
  // After a month it is read anew: so is what reads it.
  expect(conditions).toEqual([[undefined, undefined], known, [undefined, undefined]])
})

test('what a page behind a redirect says of its own state is not asked of the redirect', async () => {
  const conditions: (string | undefined)[] = []
  answer = ({ url: path, headers }, response) => {
    conditions.push(headers['if-none-match'])
    if (path?.endsWith('-there'))
      response
        .writeHead(200, { 'content-type': 'text/html', etag: '"1"' })
        .end('<title>there</title>')
    else response.writeHead(302, { location: `${path}-there` }).end()
  }
  await getLinkPreview(url)
  await expire(url)
  await refreshLinkPreview(url)
  expect(conditions).toEqual([undefined, undefined, undefined, undefined])
})

test('a 304 that nobody asked for is a refusal', async () => {
  answerWith('', {}, 304)
  await expect(getLinkPreview(url)).rejects.toMatchObject({
    code: 'target-refused',
    detail: expect.stringContaining('304'),
  })
})

test('a link whose turn does not come in time is too slow, and that is not held against it', async () => {
  answer = () => {}
  const urls = Array.from({ length: 70 }, (_, n) => `${url}-${n}`)
  for (const { status, reason } of (
    await Promise.allSettled(urls.map((one) => getLinkPreview(one)))
  ).map((end) => ({
    reason: undefined,
    ...end,
  }))) {
    expect([status, reason]).toEqual([
      'rejected',
      expect.objectContaining({ code: 'target-too-slow' }),
    ])
  }
  expect(await query((client) => client.linkPreview.count({ where: { url: { in: urls } } }))).toBe(
    64,
  )
})

test('who waits for a process that died waits no longer than for a fetch, and that is not held against the link', async () => {
  answerWith('one')
  const leaseUntil = new Date(Date.now() + 60_000)
  await getLinkPreview(url)
  await query((client) =>
    client.linkPreview.update({
      where: { url },
      data: { fetchedAt: null, freshUntil: new Date(0), leaseUntil },
    }),
  )
  const begun = performance.now()
  await expect(getLinkPreview(url)).rejects.toMatchObject({ code: 'target-too-slow' })
  expect(performance.now() - begun).toBeLessThan(6_500)
  expect(await rowOf(url)).toMatchObject({ failures: 0, leaseUntil })
})

test.each([
  { failed: 'stuck', amongOthers: true, code: 'target-too-slow', failures: 0 },
  { failed: 'stuck', amongOthers: false, code: 'target-too-slow', failures: 1 },
  { failed: 'ended', amongOthers: false, code: 'target-unreachable', failures: 1 },
] as const)(
  'a page that was alone with the thread that came to grief has to answer for it: $failed, $failures',
  async (told) => {
    answerWith('one')
    onTestFinished(offerPageThread({ prepare: () => {}, read: async () => told }))
    await expect(getLinkPreview(url)).rejects.toMatchObject({ code: told.code })
    expect(await rowOf(url)).toMatchObject({ failures: told.failures, leaseUntil: null })
  },
)

test('a wall for bots is no page, unless it says what it shares', async () => {
  answerWith('Just a moment...</title><meta http-equiv="refresh" content="5">')
  await expect(getLinkPreview(url)).rejects.toMatchObject({
    code: 'target-refused',
    detail: expect.stringContaining('200'),
  })
  answerWith('Access denied</title><meta property="og:title" content="Access denied">')
  expect(await getLinkPreview(`${url}?shared`)).toMatchObject({
    preview: { title: 'Access denied' },
  })
})

test('a redirect off the public internet is answered like a name that does not exist', async () => {
  const prey = await servePages((_, response) => response.end('secret'))
  onTestFinished(prey.close)
  answer = (_, response) => response.writeHead(302, { location: prey.origin }).end()
  await expect(getLinkPreview(url)).rejects.toMatchObject({ code: 'target-unreachable' })
  expect(prey.connections).toHaveLength(0)
})

test('a URL that may not be fetched is refused and leaves no trace', async () => {
  await expect(getLinkPreview('http://169.254.169.254/')).rejects.toMatchObject({
    code: 'invalid-url',
  })
  expect(
    await query((client) => client.linkPreview.count({ where: { url: { contains: '169.254' } } })),
  ).toBe(0)
})

test('what PostgreSQL cannot keep is no hindrance', async () => {
  answerWith('a\0b\ud800&#0;&#xd800;', { 'content-type': 'text/html; charset=utf-8' })
  const { preview } = await getLinkPreview(url)
  expect(preview.title.isWellFormed()).toBe(true)
  expect((await getLinkPreview(url)).preview).toEqual(preview)
})

test('the longest URLs are stored, whatever they are made of', async () => {
  answerWith('one')
  const random = Array.from({ length: 2_000 }, () =>
    Math.floor(Math.random() * 36).toString(36),
  ).join('')
  expect(await getLinkPreview(`${url}${random}`.slice(0, 2_048))).toMatchObject({
    preview: { title: 'one' },
  })
})

test('pages get what is stored, by the URL as they wrote it, and nothing else', async () => {
  answerWith('one')
  await getLinkPreview(url)
  await expire(url)
  answerWith('', {}, 404)
  await expect(getLinkPreview(`${url}?missing`)).rejects.toMatchObject({ code: 'target-refused' })
  requests = []
  const urls = [url, `${url}#part`, `${url}?missing`, `${url}?never`, 'http://localhost/', 'no url']
  const stored = await getStoredLinkPreviews(urls)
  expect([...stored.keys()]).toEqual([url, `${url}#part`])
  expect(stored.get(url)).toMatchObject({ title: 'one', url })
  expect(requests).toEqual([])
  expect(await getStoredLinkPreviews([])).toEqual(new Map())
})
