import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startServer } from '@/lib/testing/server'

process.env.AUTH_SECRET = 'a secret of the tests that is 32 long at least'
const { sessionCookie } = await import('@/lib/auth/session-cookie')
const server = await startServer()
const database = new pg.Client({ connectionString: server.databaseUrl })
await database.connect()
afterAll(() => database.end())

const token = randomBytes(24).toString('hex')
await database.query(`INSERT INTO staff (id, name, email, role) VALUES ('m', 'Max', 'max@sealed.invalid', 'moderator')`)
await database.query(`INSERT INTO staff_sessions (id, token, staff_id, expires_at) VALUES ('s', $1, 'm', now() + interval '1 day')`, [
  token,
])
await database.query(`INSERT INTO posts (slug, title, content, tags, published_at) VALUES ('hello', 'Hello', 'Words.', '{}', '2025-10-01')`)

const cookie = `session=${sessionCookie(token)}`
const ask = (headers: Record<string, string> = { cookie }) => fetch(`${server.url}/desk/comments/news?newest=0`, { headers })

test('401 without a session: what waits is nobody’s business', async () => {
  expect((await ask({})).status).toBe(401)
  expect((await ask({ cookie: `session=${token}` })).status).toBe(401)
})

test('200 says how many have come, and 304 that nothing has changed since', async () => {
  const first = await ask()
  const etag = first.headers.get('etag') ?? ''
  expect(await first.json()).toMatchObject({ fresh: 0, counts: { pending: 0 } })
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  expect((await ask({ cookie, 'if-none-match': etag })).status).toBe(304)
  await database.query(`INSERT INTO comments (post_id, status, author_name, content) SELECT id, 'pending', 'Ada', 'Words' FROM posts`)
  const second = await ask({ cookie, 'if-none-match': etag })
  expect(second.status).toBe(200)
  expect(await second.json()).toMatchObject({ fresh: 1, counts: { pending: 1 } })
})

test('a moderator finds no settings, and nobody finds a desk without a session', async () => {
  const pages = async (path: string, headers: Record<string, string>) =>
    (await fetch(server.url + path, { headers, redirect: 'manual' })).status
  expect(await pages('/desk/settings', { cookie })).toBe(404)
  expect(await pages('/desk/blocks', { cookie })).toBe(200)
  for (const path of ['/desk/comments', '/desk/blocks', '/desk/settings']) expect(await pages(path, {})).toBe(307)
})
