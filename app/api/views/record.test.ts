import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowedOrigin } from '@/test/comments/comment-writer'
import { asNewClient, firefox, newClient } from '@/test/new-client'
import { startServer } from '@/test/servers/server'

const server = await startServer({ TRUSTED_PROXY_HOPS: '1', ALLOWED_ORIGINS: allowedOrigin })
const database = new pg.Client({ connectionString: server.databaseUrl })

beforeAll(async () => {
  await database.connect()
  await database.query(`
    INSERT INTO posts (slug, title, content, published_at, draft) VALUES
      ('hello', 'Hello', 'Words.', '2025-10-01', false),
      ('hot', 'Hot', 'Words.', '2025-10-01', false),
      ('crowded', 'Crowded', 'Words.', '2025-10-01', false),
      ('draft', 'Draft', '', '2025-10-01', true),
      ('tomorrow', 'Tomorrow', '', now() + interval '1 day', false)`)
})
afterAll(() => database.end())

const post = (fields: unknown, headers: Record<string, string> = {}) =>
  server.request('/api/views', {
    method: 'POST',
    body: typeof fields === 'string' ? fields : JSON.stringify(fields),
    headers: {
      'content-type': 'application/json',
      'user-agent': firefox,
      ...asNewClient(),
      ...headers,
    },
  })

const views = async (slug: string) =>
  (await server.request(`/api/views?slug=${slug}`, { headers: asNewClient() })).json
const stored = async (sql: string) => (await database.query(sql)).rows

test('returns 201 with the new number, which GET returns immediately', async () => {
  const { response, json } = await post({ slug: 'hello' })
  expect(response.status).toBe(201)
  expect(json).toEqual({ views: 1, counted: true })
  expect(await views('hello')).toEqual({ views: 1 })
})

test('returns 200 for the same reader again', async () => {
  const client = asNewClient()
  const { json: first } = await post({ slug: 'hello' }, client)
  const { response, json } = await post({ slug: 'hello' }, client)
  expect(response.status).toBe(200)
  expect(json).toEqual({ ...Object(first), counted: false, reason: 'already-counted' })
})

test('returns 200 for a retry with the same key from another network', async () => {
  const key = { 'idempotency-key': randomUUID() }
  expect((await post({ slug: 'hello' }, key)).response.status).toBe(201)
  expect((await post({ slug: 'hello' }, key)).json).toMatchObject({
    counted: false,
    reason: 'already-counted',
  })
})

test('returns 201 for a key whose timestamp is another day', async () => {
  // A UUIDv7 from the year 2084.
  const key = { 'idempotency-key': '03486aaf-c000-7000-8000-000000000001' }
  expect((await post({ slug: 'hello' }, key)).response.status).toBe(201)
  expect((await post({ slug: 'hello' }, key)).response.status).toBe(200)
})

test.each<[string, Record<string, string>]>([
  ['bot', { 'user-agent': 'Googlebot/2.1' }],
  ['no-user-agent', { 'user-agent': ' ' }],
  ['prefetch', { 'sec-purpose': 'prefetch;prerender' }],
  ['prefetch', { purpose: 'prefetch' }],
])('returns 200 for %s (%o)', async (reason, headers) => {
  const before = await views('hello')
  const { response, json } = await post({ slug: 'hello' }, headers)
  expect(response.status).toBe(200)
  expect(json).toEqual({ ...Object(before), counted: false, reason })
  expect(await views('hello')).toEqual(before)
})

test('returns 200 for a navigation with forged fetch headers', async () => {
  // fetch sets Sec-Fetch-Mode itself, so this request is written to the socket.
  const response = await new Promise<string>((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'user-agent': firefox,
      ...asNewClient(),
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    request(`${server.url}/api/views`, { method: 'POST', headers }, (response) => {
      void response
        .setEncoding('utf8')
        .toArray()
        .then((chunks) => resolve(chunks.join('')))
    })
      .once('error', reject)
      .end('{"slug":"hello"}')
  })
  expect(JSON.parse(response)).toMatchObject({ counted: false, reason: 'navigation' })
})

test('returns 200 if only the forged forwarding address differs', async () => {
  const network = newClient()
  const send = (forged: string) =>
    post({ slug: 'hello' }, { 'x-forwarded-for': `${forged}, ${network}` })
  expect((await send('1.1.1.1')).response.status).toBe(201)
  for (const forged of ['2.2.2.2', 'unknown', '::1', '<script>', '2.2.2.2, 3.3.3.3'])
    expect((await send(forged)).json).toMatchObject({ reason: 'already-counted' })
})

test('returns 201 and then 200 by socket address without the header', async () => {
  const send = () => post({ slug: 'hello' }, { 'x-forwarded-for': '' })
  expect((await send()).response.status).toBe(201)
  expect((await send()).response.status).toBe(200)
})

test('counts one /64 as one reader and marks a /48 as suspect after 30', async () => {
  const send = (address: string) => post({ slug: 'crowded' }, { 'x-forwarded-for': address })
  expect((await send('2001:db8:7:1::1')).response.status).toBe(201)
  for (const address of [
    '2001:db8:7:1::2',
    '2001:db8:7:1:dead::beef',
    '2001:db8:7:1:ffff:ffff:ffff:ffff',
  ])
    expect((await send(address)).response.status).toBe(200)
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, n) => send(`2001:db8:7:${(n + 2).toString(16)}::1`)),
  )
  expect(responses.filter(({ response }) => response.status === 201)).toHaveLength(29)
  expect(responses.filter(({ json }) => JSON.stringify(json).includes('suspect'))).toHaveLength(11)
  expect(await views('crowded')).toEqual({ views: 30 })
})

test('limits the rows of a client with forged user agents by its rate limit', async () => {
  const client = newClient()
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const { response } = await post(
        { slug: 'hot' },
        { 'x-forwarded-for': client, 'user-agent': `${firefox} ${n}` },
      )
      return response.status
    }),
  )
  const count = (expected: number) => statuses.filter((status) => status === expected).length
  expect([count(201), count(200), count(429)]).toEqual([30, 30, 140])
})

test.each([
  ['nothing', {}],
  ['a blank slug', { slug: ' ' }],
  ['a number', { slug: 7 }],
  ['a list', { slug: ['hello'] }],
  ['a control character', { slug: 'a\u0000b' }],
  ['501 characters', { slug: 'a'.repeat(501) }],
])('returns 400 for %s', async (_, fields) => {
  const { response, json } = await post(fields)
  expect(response.status).toBe(400)
  expect(json).toMatchObject({ code: 'invalid-parameters', errors: [{ field: 'slug' }] })
})

test.each(['', 'slug=hello', '[]', 'null', '"hello"'])(
  'returns 400 for the body %j, which is not a JSON object',
  async (body) => {
    expect((await post(body)).json).toMatchObject({ status: 400, code: 'malformed-request' })
  },
)

test('returns 400 for an invalid key', async () => {
  expect(
    (await post({ slug: 'hello' }, { 'idempotency-key': 'x'.repeat(201) })).response.status,
  ).toBe(400)
})

test.each<Record<string, string>>([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
])('returns 403 for %o and counts nothing', async (headers) => {
  const before = await views('hello')
  expect((await post({ slug: 'hello' }, headers)).json).toMatchObject({ code: 'cross-site' })
  expect(await views('hello')).toEqual(before)
})

test('returns 201 to an allowed origin, which may read the response', async () => {
  const { response } = await post({ slug: 'hello' }, { origin: allowedOrigin })
  expect(response.status).toBe(201)
  expect(response.headers.get('access-control-allow-origin')).toBe(allowedOrigin)
})

test.each(['nobody', 'draft', 'tomorrow', "' OR 1=1 --", 'HELLO'])(
  'returns 404 for the slug %s',
  async (slug) => {
    expect((await post({ slug })).json).toMatchObject({ status: 404, code: 'not-found' })
  },
)

test('returns 404 for a slug that would be a page of an unknown site', async () => {
  const { json } = await post({ slug: '../hello' })
  expect(json).toMatchObject({ status: 404, code: 'site-unknown' })
})

test('returns 413 for a large body and 415 for another media type', async () => {
  expect((await post({ slug: 'hello', more: 'x'.repeat(70_000) })).response.status).toBe(413)
  expect((await post('hello', { 'content-type': 'text/plain' })).response.status).toBe(415)
})

test('returns 431 for a user agent of 100 kB', async () => {
  const { response } = await post({ slug: 'hello' }, { 'user-agent': 'x'.repeat(100_000) })
  expect(response.status).toBe(431)
})

test('returns 201 for readers with privacy signals and stores nothing else', async () => {
  const sources = 'SELECT coalesce(sum(views), 0)::integer AS views FROM view_sources'
  const [before] = await stored(sources)
  for (const headers of [{ 'sec-gpc': '1' }, { dnt: '1' }])
    expect(
      (await post({ slug: 'hello', referrer: 'https://news.example/' }, headers)).response.status,
    ).toBe(201)
  expect(await stored(sources)).toEqual([before])
  await post({ slug: 'hello', referrer: 'https://news.example/' })
  expect(await stored(`SELECT views FROM view_sources WHERE name = 'news.example'`)).toEqual([
    { views: 1 },
  ])
})

test('accepts any referrer', async () => {
  for (const referrer of ['x'.repeat(10_000), 7, null, { a: 1 }, '\u0000'])
    expect((await post({ slug: 'hello', referrer })).response.status).toBe(201)
})

test('counts each of 64 concurrent readers once', async () => {
  const before = Object(await views('hello')).views
  const clients = Array.from({ length: 64 }, newClient)
  const responses = await Promise.all(
    [...clients, ...clients].map((client) =>
      post({ slug: 'hello' }, { 'x-forwarded-for': client }),
    ),
  )
  expect(responses.filter(({ response }) => response.status === 201)).toHaveLength(64)
  expect(await views('hello')).toEqual({ views: before + 64 })
})

test('the timer maintains the partitions and requires the secret', async () => {
  expect((await fetch(`${server.url}/api/cron/keep-view-marks`, { method: 'POST' })).status).toBe(
    401,
  )
  const response = await fetch(`${server.url}/api/cron/keep-view-marks`, {
    method: 'POST',
    headers: { authorization: 'Bearer test cron secret' },
  })
  expect(await response.json()).toEqual({ days: 0, salts: 0 })
})

test('a counted view revalidates no page', async () => {
  const page = async () => {
    const { headers } = await fetch(`${server.url}/posts/hot`)
    // A cached page has a weak ETag.
    return { etag: headers.get('etag')?.replace('W/', ''), cache: headers.get('x-nextjs-cache') }
  }
  await page()
  const before = await page()
  expect(before).toMatchObject({ cache: 'HIT' })
  expect((await post({ slug: 'hot' })).response.status).toBe(201)
  expect(await page()).toEqual(before)
})

test('does not count or log a request that is aborted in its body', async () => {
  const before = await stored('SELECT sum(views)::integer AS views FROM view_counts')
  const logged = server.output()
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(
    'POST /api/views HTTP/1.1\r\nHost: a\r\nUser-Agent: Mozilla/5.0\r\n' +
      'Content-Type: application/json\r\nContent-Length: 16\r\n\r\n{"slug"',
  )
  await once(socket.end(), 'finish')
  socket.destroy()
  expect((await post({ slug: 'nobody' })).response.status).toBe(404)
  expect(await stored('SELECT sum(views)::integer AS views FROM view_counts')).toEqual(before)
  expect(server.output()).toBe(logged)
})

test('no log line contains an address or a user agent', () => {
  expect(server.output()).not.toMatch(/\d+\.\d+\.\d+\.\d+|2001:db8|Firefox/)
})
