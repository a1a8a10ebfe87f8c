import http from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test, vi } from 'vitest'
import { startServerWithDatabase } from '@/test/servers/server-with-database'

const { server, database, purge } = await startServerWithDatabase()

type RawResponse = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }

/** Returns the raw body, which fetch would decompress. */
async function send(
  path: string,
  headers: http.OutgoingHttpHeaders = {},
  method = 'GET',
): Promise<RawResponse> {
  const request = http.request(server.url, { path, method, headers })
  const response = await new Promise<http.IncomingMessage>((resolve, reject) =>
    request.once('response', resolve).once('error', reject).end(),
  )
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks),
  }
}

/** Waits for a Brotli response: Next.js compresses only with gzip, so it is from the cache. */
async function waitUntilReady(path: string): Promise<void> {
  await vi.waitFor(
    async () =>
      expect((await send(path, { 'accept-encoding': 'br' })).headers['content-encoding']).toBe(
        'br',
      ),
    {
      interval: 20,
      timeout: 10_000,
    },
  )
}

beforeAll(async () => {
  await database.query(
    `INSERT INTO posts (slug, title, content, published_at, shown_at)
      VALUES ('hello', 'Hello', 'First words.', '2025-10-01', now())`,
  )
  await waitUntilReady('/posts/hello')
})

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ['', undefined, (body: Buffer) => body],
  ['br;q=0', undefined, (body: Buffer) => body],
])('for Accept-Encoding %j, uses a supported encoding', async (accepted, encoding, decompress) => {
  const { status, headers, body } = await send('/posts/hello', { 'accept-encoding': accepted })
  expect({
    status,
    encoding: headers['content-encoding'],
    length: headers['content-length'],
    cache: headers['x-nextjs-cache'],
  }).toEqual({
    status: 200,
    encoding,
    length: String(body.length),
    cache: 'HIT',
  })
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: expect.stringContaining('Accept-Encoding'),
  })
  const html = decompress(body).toString()
  expect(html).toContain('First words.')
  expect(html.endsWith('</html>')).toBe(true)
})

test('HEAD returns the same headers without a body', async () => {
  const head = await send('/posts/hello', {}, 'HEAD')
  const get = await send('/posts/hello')
  expect(head.body.length).toBe(0)
  const each = { date: '', 'server-timing': '', 'x-request-id': '' }
  expect({ ...head.headers, ...each }).toEqual({ ...get.headers, ...each })
})

test('returns 304 without a body if nothing changed', async () => {
  const { headers } = await send('/posts/hello', { 'accept-encoding': 'br' })
  for (const tag of [
    headers.etag ?? '',
    headers.etag?.replace('W/', '') ?? '',
    `"other", ${headers.etag}`,
    '*',
  ]) {
    const { status, body } = await send('/posts/hello', { 'if-none-match': tag })
    expect({ tag, status, length: body.length }).toEqual({ tag, status: 304, length: 0 })
  }
  expect((await send('/posts/hello', { 'if-none-match': '"other"' })).status).toBe(200)
})

test.each([
  ['a request from the router', { rsc: '1' }],
  ['a prefetch', { rsc: '1', 'next-router-prefetch': '1' }],
])('%s is passed to Next.js, which uses a different address for it', async (_, headers) => {
  expect((await send('/posts/hello', headers)).headers.location).toContain('/posts/hello?_rsc')
})

test('returns the new page to every reader after a revalidation', async () => {
  await database.query(`UPDATE posts SET content = 'Other words.'`)
  await purge()
  for (let reader = 0; reader < 5; reader++)
    expect((await send('/posts/hello')).body.toString()).toContain('Other words.')
  await waitUntilReady('/posts/hello')
  expect(
    brotliDecompressSync((await send('/posts/hello', { 'accept-encoding': 'br' })).body).toString(),
  ).toContain('Other words.')
})

test.each(['/posts/./hello', '/x/../posts/hello'])(
  'serves a path with dot segments from the cache of its page: %s',
  async (path) => {
    await waitUntilReady('/posts/hello')
    const { headers } = await send(path, { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBe('br')
  },
)

test.each(['/posts/%68ello', '//posts/hello', '/posts/hello?x'])(
  'does not cache an unusual spelling: %s',
  async (path) => {
    for (let i = 0; i < 10; i++)
      expect((await send(path, { 'accept-encoding': 'br' })).headers['content-encoding']).not.toBe(
        'br',
      )
  },
)

test('never caches a missing page', async () => {
  for (let i = 0; i < 3; i++) expect((await send('/posts/nothing')).status).toBe(404)
})

test('answers a poll for new comments from the cache, with their number and no body', async () => {
  const path = '/posts/hello/comments.xml'
  await database.query(
    `INSERT INTO comments (post_id, status, author_name, content)
     SELECT id, state::comment_status, 'Ada', 'Words.'
       FROM posts, (VALUES ('published'), ('published'), ('pending')) AS given(state)
      WHERE slug = 'hello'`,
  )
  await send(path)
  await vi.waitFor(
    async () => {
      const { status, headers, body } = await send(path, {}, 'HEAD')
      expect({
        status,
        cache: headers['x-nextjs-cache'],
        count: headers['x-total-count'],
        length: body.length,
      }).toEqual({ status: 200, cache: 'HIT', count: '2', length: 0 })
    },
    { interval: 20, timeout: 10_000 },
  )
})
