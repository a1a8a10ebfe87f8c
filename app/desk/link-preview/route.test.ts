import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { servePages } from '@/lib/link-previews/serve-pages'
import { startServer } from '@/lib/testing/server'

process.env.AUTH_SECRET = 'a secret of the tests that is 32 long at least'
const { sessionCookie } = await import('@/lib/auth/session-cookie')

let status = 200
let asked = 0
const target = await servePages(({ url }, response) => {
  asked++
  if (url === '/never') return
  response.writeHead(status, { 'content-type': 'text/html' }).end('<title>A page</title><meta property="og:image" content="/a.png">')
})
afterAll(target.close)
const server = await startServer({ LINK_PREVIEW_ALLOW_ORIGINS: target.origin, SITE_URL: 'https://blog.example' })
const database = new pg.Client({ connectionString: server.databaseUrl })
await database.connect()
afterAll(() => database.end())

const token = randomBytes(24).toString('hex')
await database.query(`INSERT INTO staff (id, name, email, role) VALUES ('m', 'Max', 'max@sealed.invalid', 'moderator')`)
await database.query(`INSERT INTO staff_sessions (id, token, staff_id, expires_at) VALUES ('s', $1, 'm', now() + interval '1 day')`, [
  token,
])
await database.query(
  `INSERT INTO posts (slug, title, summary, content, tags, published_at) VALUES ('hello', 'Hello', 'A greeting.', 'Words.', '{}', '2025-10-01')`,
)

// As it is called where the site is https.
const cookie = `__Host-session=${sessionCookie(token)}`
const ask = (url: string, { anew = '', headers = { cookie } as Record<string, string>, signal = AbortSignal.timeout(10_000) } = {}) =>
  fetch(`${server.url}/desk/link-preview?${new URLSearchParams({ url, ...(anew && { anew }) })}`, { headers, signal })

test('200 is what the page’s card shows, its pictures by way of this blog', async () => {
  const response = await ask(`${target.origin}/a`)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await response.json()).toEqual({
    title: 'A page',
    description: '',
    image: expect.stringMatching(/^\/api\/og-image\?.*signature=/),
    siteName: '127.0.0.1',
    url: `${target.origin}/a`,
    favicon: expect.stringMatching(/^\/api\/og-image\?.*signature=/),
  })
})

test('200 of one of our own posts comes from the database', async () => {
  const before = asked
  expect(await (await ask('https://blog.example/posts/hello')).json()).toMatchObject({ title: 'Hello', description: 'A greeting.' })
  expect(asked).toBe(before)
})

test('what is stored answers, a failure too, until it is asked anew', async () => {
  status = 503
  expect(await (await ask(`${target.origin}/b`)).json()).toMatchObject({ status: 500, code: 'target-refused' })
  status = 200
  expect((await ask(`${target.origin}/b`)).status).toBe(500)
  expect(await (await ask(`${target.origin}/b`, { anew: 'yes' })).json()).toMatchObject({ title: 'A page' })
  const before = asked
  await ask(`${target.origin}/b`)
  expect(asked).toBe(before)
})

test('400 for a URL that is none, or not of the public internet', async () => {
  for (const url of ['no url', 'http://169.254.169.254/']) {
    const response = await ask(url)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
  }
})

test('401 for everybody else, 403 for a session’s word from another site; nothing is fetched', async () => {
  const before = asked
  const elsewhere = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const [headers, expected] of [
    [{}, 401],
    [{ cookie: `__Host-session=${token}` }, 401],
    [elsewhere, 403],
  ] as const) {
    expect((await ask(`${target.origin}/c`, { headers: { ...headers } })).status).toBe(expected)
  }
  expect(asked).toBe(before)
})

test('it is not counted among the public’s thirty a minute', async () => {
  for (let count = 0; count < 40; count++) expect((await ask(`${target.origin}/a`)).status).toBe(200)
})

test('who goes before the answer leaves nothing to answer, and no fault in the log', async () => {
  const going = AbortSignal.timeout(300)
  await expect(ask(`${target.origin}/never`, { signal: going })).rejects.toThrow()
  expect((await ask(`${target.origin}/a`)).status).toBe(200)
})
