/** Next answers a handler's first request, our entry most of those after it: nobody may see a difference. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { friend } from '@/lib/testing/comment-writer'
import { asNewClient, firefox, newClient } from '@/lib/testing/new-client'
import { startServer } from '@/lib/testing/server'

const server = await startServer({ TRUSTED_PROXY_HOPS: '1', ALLOWED_ORIGINS: friend })
const database = new pg.Client({ connectionString: server.databaseUrl })

beforeAll(async () => {
  await database.connect()
  await database.query(
    `INSERT INTO posts (slug, title, content, published_at, draft, shown_at) VALUES ('hello', 'Hello', 'Words.', '2025-10-01', false, now())`,
  )
})
afterAll(() => database.end())

const post = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) => {
  const common = { 'user-agent': firefox, ...asNewClient() }
  const { response, json } = await server.ask('/api/views', { method: 'POST', body, headers: { ...common, ...headers } })
  return { status: response.status, json, headers: Object.fromEntries(response.headers) }
}

/** What Next's own machinery adds to every answer, and what differs from one to the next. */
const told = ({ headers, ...answer }: Awaited<ReturnType<typeof post>>) => {
  const { date, 'content-length': _, 'transfer-encoding': __, vary = '', ...others } = headers
  return { ...answer, headers: { ...others, vary: vary.split(', ').filter((name) => !/^(?:rsc|next-)/.test(name)) } }
}

// Next is asked with a type that is the same to the handler, and not to the entry.
const throughNext = { 'content-type': 'application/json; charset=utf-8' }
const throughEntry = { 'content-type': 'application/json' }
const isNexts = ({ headers }: Awaited<ReturnType<typeof post>>) => headers.vary?.includes('rsc') ?? false

test.each([
  ['a new reader', '{"slug":"hello"}', {}],
  ['a slug nobody knows', '{"slug":"nobody"}', {}],
  ['no slug', '{}', {}],
  ['no JSON', '{', {}],
  ['no object', '["hello"]', {}],
  ['nothing', '', {}],
  ['no UTF-8', new Uint8Array([...'{"slug":"\u00ff"}'].map((letter) => letter.charCodeAt(0))), {}],
  ['a key that is none', '{"slug":"hello"}', { 'idempotency-key': 'a b' }],
  ['a prefetch', '{"slug":"hello"}', { 'sec-purpose': 'prefetch' }],
  ['an older prefetch', '{"slug":"hello"}', { 'x-moz': 'prefetch' }],
  ['a navigation', '{"slug":"hello"}', { 'sec-fetch-mode': 'navigate' }],
  ['a bot', '{"slug":"hello"}', { 'user-agent': 'Googlebot/2.1' }],
  ['nobody’s browser', '{"slug":"hello"}', { 'user-agent': ' ' }],
  ['who asks for privacy', '{"slug":"hello","referrer":"https://news.example/"}', { 'sec-gpc': '1' }],
  ['another site', '{"slug":"hello"}', { origin: 'https://elsewhere.example' }],
  ['an allowed site', '{"slug":"hello"}', { origin: friend }],
])('%s is answered alike, in body and headers', async (_, body, headers) => {
  // The first of a kind is counted, the second is not: as many go before each.
  const warm = await post('{"slug":"hello"}', { ...throughNext, 'x-forwarded-for': '10.9.9.9' })
  expect(isNexts(warm)).toBe(true)
  const next = await post(body, { ...throughNext, ...headers })
  const entry = await post(body, { ...throughEntry, ...headers })
  expect(isNexts(next)).toBe(true)
  expect(isNexts(entry)).toBe(false)
  const plain = (answer: typeof next) => JSON.parse(JSON.stringify(told(answer)).replace(/"views":\d+/, '"views":0'))
  expect(plain(entry)).toEqual(plain(next))
})

test('both count by the same marks, and against the same limit', async () => {
  const reader = asNewClient()
  expect(await post('{"slug":"hello"}', { ...throughNext, ...reader })).toMatchObject({ status: 201 })
  expect(await post('{"slug":"hello"}', { ...throughEntry, ...reader })).toMatchObject({ status: 200, json: { reason: 'already-counted' } })
  const { headers } = await post('{"slug":"hello"}', { ...throughNext, ...reader })
  expect(headers.ratelimit).toContain(';r=57;')
})

test('over the limit both say so, and when to come again', async () => {
  const crowd = asNewClient()
  for (let n = 0; n < 60; n++) await post('{"slug":"nobody"}', { ...throughEntry, ...crowd })
  const next = await post('{"slug":"hello"}', { ...throughNext, ...crowd })
  const entry = await post('{"slug":"hello"}', { ...throughEntry, ...crowd })
  expect(next).toMatchObject({ status: 429, json: { code: 'too-many-requests' } })
  const timeless = (answer: typeof next) =>
    JSON.parse(JSON.stringify(told(answer)).replace(/;t=\d+|in \d+ seconds|(?<="retry-after":")\d+/g, ''))
  expect(timeless(entry)).toEqual(timeless(next))
  expect(Number(entry.headers['retry-after'])).toBeGreaterThan(0)
})

test('a counted view purges no page', async () => {
  const page = async () => {
    const { headers } = await fetch(`${server.url}/posts/hello`)
    // What lies ready has a weak one.
    return { etag: headers.get('etag')?.replace('W/', ''), cache: headers.get('x-nextjs-cache') }
  }
  await page()
  const before = await page()
  expect(before).toMatchObject({ cache: 'HIT' })
  expect(await post('{"slug":"hello"}', throughEntry)).toMatchObject({ status: 201 })
  expect(await post('{"slug":"hello"}', throughNext)).toMatchObject({ status: 201 })
  expect(await page()).toEqual(before)
})

test('several reports that come over one connection before any is answered are answered in their order', async () => {
  await post('{"slug":"hello"}', throughNext)
  const one = (slug: string, more = '') => {
    const body = `{"slug":"${slug}"}`
    return `POST /api/views HTTP/1.1\r\nHost: a\r\nUser-Agent: ${firefox}\r\nX-Forwarded-For: ${newClient()}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`
  }
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(one('hello') + one('nobody') + one('hello', 'Connection: close\r\n'))
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const statuses = Buffer.concat(chunks)
    .toString()
    .match(/HTTP\/1\.1 \d+/g)
  expect(statuses).toEqual(['HTTP/1.1 201', 'HTTP/1.1 404', 'HTTP/1.1 201'])
})

test.each([
  ['a body over 64 kB', `{"slug":"${'x'.repeat(70_000)}"}`, throughEntry, 413],
  ['who brings a session', '{"slug":"hello"}', { ...throughEntry, cookie: 'session=nobody' }, 201],
  ['one that was given over https', '{"slug":"hello"}', { ...throughEntry, cookie: 'a=b; __Host-session=nobody' }, 201],
])('%s is looked at by Next', async (_, body, headers, status) => {
  const answer = await post(body, headers)
  expect(answer).toMatchObject({ status })
  expect(isNexts(answer)).toBe(true)
})

test('who breaks off in the middle of his body is not counted, and leaves no word in the log', async () => {
  await post('{"slug":"hello"}', throughNext)
  const before = (await database.query('SELECT sum(views)::integer AS views FROM view_counts')).rows
  const said = server.output()
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(
    'POST /api/views HTTP/1.1\r\nHost: a\r\nUser-Agent: Mozilla/5.0\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{"slug"',
  )
  await once(socket.end(), 'finish')
  socket.destroy()
  // Answered behind it.
  expect(await post('{"slug":"nobody"}', { ...throughEntry, 'idempotency-key': randomUUID() })).toMatchObject({ status: 404 })
  expect((await database.query('SELECT sum(views)::integer AS views FROM view_counts')).rows).toEqual(before)
  expect(server.output()).toBe(said)
})

test('a body without a length, and an address with more to it, are Next’s', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"slug":"hello"}'))
      controller.close()
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half', headers: throughEntry }
  const { response } = await server.ask('/api/views', init)
  expect(response.headers.get('vary')).toContain('rsc')
  const { response: asked } = await server.ask('/api/views?a=b', { method: 'POST', body: '{"slug":"nobody"}', headers: throughEntry })
  expect(asked.headers.get('vary')).toContain('rsc')
})
