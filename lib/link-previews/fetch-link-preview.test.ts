import { expect, onTestFinished, test, vi } from 'vitest'
import { PageNotRead } from '@/lib/link-previews/fetch/target-errors'
import { type OfferedPageThread, shared } from '@/lib/link-previews/worker/extract-off-thread'
import { type PageServer, servePages } from '@/test/link-previews/serve-pages'
import { fetchLinkPreview } from './fetch-link-preview'

/** Starts a site with several paths, each with a type and a body. Other paths never respond. */
async function serveSite(
  site: Record<string, [contentType: string, body: string]>,
): Promise<PageServer> {
  const server = await servePages((request, response) => {
    const [type, body] = site[request.url ?? ''] ?? []
    if (type !== undefined) response.writeHead(200, { 'content-type': type }).end(body)
  })
  onTestFinished(server.close)
  return server
}

function offerPageThread(thread: OfferedPageThread): void {
  shared.afterwordPageThread = thread
  onTestFinished(() => void delete shared.afterwordPageThread)
}

const read = ({ origin }: PageServer, timeoutMs = 5_000) =>
  fetchLinkPreview(new URL('/', origin), { allowOrigins: [origin], timeoutMs }).then(
    ({ preview }) => preview,
  )

const poor = '<title>Player</title><link rel=alternate type=application/json+oembed href=/o>'
const oEmbed = JSON.stringify({
  title: 'A film',
  author_name: 'Ada',
  provider_name: 'Films',
  thumbnail_url: '/t.jpg',
  html: '<b>',
})

test('supplements a page’s poor metadata with its oEmbed response', async () => {
  const server = await serveSite({
    '/': ['text/html', poor],
    '/o': ['application/json', oEmbed],
  })
  await expect(read(server)).resolves.toMatchObject({
    title: 'A film',
    description: 'Ada',
    image: `${server.origin}/t.jpg`,
    siteName: 'Films',
  })
})

test('fetches no oEmbed response for a page with enough metadata', async () => {
  const rich = `${poor}<meta property=og:title content=Rich><meta property=og:image content=/r.jpg>`
  const server = await serveSite({ '/': ['text/html', rich] })
  await expect(read(server)).resolves.toMatchObject({ title: 'Rich' })
  expect(server.connections).toHaveLength(1)
})

test.each([
  ['HTML', ['text/html', oEmbed]],
  ['an endless document', ['application/json', `${' '.repeat(100_000)}${oEmbed}`]],
  ['invalid JSON', ['application/json', '{']],
] as const)('ignores %s in place of an oEmbed response', async (_, [type, body]) => {
  const server = await serveSite({
    '/': ['text/html', poor],
    '/o': [type, body],
  })
  await expect(read(server)).resolves.toMatchObject({ title: 'Player' })
})

test('limits the oEmbed response to the page’s remaining time, and logs its failure', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const server = await serveSite({ '/': ['text/html', poor] })
  const start = performance.now()
  await expect(read(server, 400)).resolves.toMatchObject({ title: 'Player' })
  expect(performance.now() - start).toBeLessThan(4_500)
  expect(warn.mock.calls.flat().join()).toContain('target-too-slow')
})

test('does not fetch an oEmbed response from private addresses', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const forbidden = await serveSite({ '/o': ['application/json', oEmbed] })
  const server = await serveSite({
    '/': ['text/html', poor.replace('/o', `${forbidden.origin}/o`)],
  })
  await expect(read(server)).resolves.toMatchObject({ title: 'Player' })
  expect(forbidden.connections).toHaveLength(0)
})

test('starts the thread before fetching the page', async () => {
  const server = await serveSite({ '/': ['text/html', '<title>A page</title>'] })
  const prepare = vi.fn(() => expect(server.connections).toHaveLength(0))
  offerPageThread({ prepare, read: () => Promise.reject(new Error('ended')) })
  await expect(read(server)).rejects.toMatchObject({ code: 'target-unreachable' })
  expect(prepare).toHaveBeenCalledOnce()
  expect(server.connections).toHaveLength(1)
})

test('throws PageNotRead if parsing exceeds the remaining time plus 0.2 s', async () => {
  const server = await serveSite({ '/': ['text/html', '<title>One of many</title>'] })
  const given: AbortSignal[] = []
  offerPageThread({
    prepare: () => {},
    read: (_, signal) => new Promise(() => given.push(signal)),
  })
  const start = performance.now()
  await expect(read(server, 1_000)).rejects.toBeInstanceOf(PageNotRead)
  const tookMs = performance.now() - start
  expect(tookMs).toBeGreaterThan(1_150)
  // The timeout of a fetch is five seconds.
  expect(tookMs).toBeLessThan(4_500)
  expect(given.map(({ aborted }) => aborted)).toEqual([true])
})

test('rejects a bot challenge that is delivered with status 200', async () => {
  const server = await serveSite({
    '/': ['text/html', `<title>Just a moment...</title>${poor}<script src=/c.js></script>`],
  })
  await expect(read(server)).rejects.toMatchObject({ code: 'target-refused' })
  expect(server.connections).toHaveLength(1)
})

test.each([
  ['no bytes', ''],
  ['only whitespace', ' \n\t'],
  ['no content', '<!doctype html><html><head></head><body><div></div></body></html>'],
])('rejects a page with %s', async (_, body) => {
  const server = await serveSite({ '/': ['text/html', body] })
  await expect(read(server)).rejects.toMatchObject({
    code: 'target-refused',
    detail: expect.stringContaining('200'),
  })
})

test('accepts a page that only contains scripts', async () => {
  const server = await serveSite({
    '/': ['text/html', '<div id="root"></div><script src="/main.js"></script>'],
  })
  await expect(read(server)).resolves.toMatchObject({ title: '127.0.0.1' })
})

test.each(['breaks off', 'exceeds the time limit'])(
  'a page that %s is fresh for an hour only',
  async (reason) => {
    const server = await servePages((_, response) => {
      const headers = { 'content-type': 'text/html', 'cache-control': 'max-age=86400' }
      response.writeHead(200, headers).write('<title>Half a page</title>')
      if (reason === 'breaks off') setTimeout(() => response.destroy(), 50)
    })
    onTestFinished(server.close)
    const url = new URL('/', server.origin)
    const timeoutMs = reason === 'breaks off' ? 5_000 : 500
    expect(await fetchLinkPreview(url, { allowOrigins: [server.origin], timeoutMs })).toMatchObject(
      {
        preview: { title: 'Half a page' },
        freshSeconds: 3_600,
      },
    )
  },
)
