import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileJson, hostileSubmissions } from '@/lib/testing/hostile-submissions'
import { startServer } from '@/lib/testing/server'

const server = await startServer({ TRUSTED_PROXY_HOPS: '1', ALLOWED_ORIGINS: 'https://friend.example' })
const database = new pg.Client({ connectionString: server.databaseUrl })
await database.connect()
afterAll(() => database.end())

let clients = 0
/** A client of its own for every request, so that no test uses up another's share. */
const asNewClient = () => ({ 'x-forwarded-for': `10.${clients >> 16}.${(clients >> 8) & 255}.${clients++ & 255}` })
const good = { slug: 'hello', content: 'Some *words*.', author_name: 'Ada' }
const json = { 'content-type': 'application/json' }

function post(fields: unknown, headers: Record<string, string> = {}) {
  const body = typeof fields === 'string' ? fields : JSON.stringify(fields)
  return server.ask('/api/comments', { method: 'POST', body, headers: { ...json, ...asNewClient(), ...headers } })
}

function postForm(fields: Record<string, unknown>, headers: Record<string, string> = {}) {
  const given = Object.entries(fields).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]))
  return server.ask('/api/comments', { method: 'POST', body: new URLSearchParams(given), headers: { ...asNewClient(), ...headers } })
}

function own(id: number, method: string, token: string | undefined, fields?: unknown) {
  return server.ask(`/api/comments/${id}`, {
    method,
    ...(fields !== undefined && { body: JSON.stringify(fields) }),
    headers: { ...json, ...asNewClient(), ...(token && { authorization: `Bearer ${token}` }) },
  })
}

const count = async () => Number((await database.query('SELECT count(*) FROM comments')).rows[0].count)

type Added = { id: number; edit_token: string; status: string; created_at: string }
async function add(fields: Record<string, unknown> = {}): Promise<Added> {
  const { json } = await post({ ...good, ...fields })
  return json as Added
}

beforeAll(async () => {
  await database.query(`
    INSERT INTO posts (slug, title, content, published_at, draft, comments_closed) VALUES
      ('hello', 'Hello', 'Words.', '2025-10-01', false, false), ('other', 'Other', 'Words.', '2025-10-01', false, false),
      ('closed', 'Closed', 'Words.', '2025-10-01', false, true), ('draft', 'Draft', 'Words.', '2025-10-01', true, false),
      ('tomorrow', 'Tomorrow', 'Words.', now() + interval '1 day', false, false)`)
})

describe('201', () => {
  test('a comment is stored, and is in the very next page and answer', async () => {
    await fetch(`${server.url}/posts/hello`)
    const { response, json } = await post({ ...good, content: 'First\r\nand second', author_email: 'ada@example.org', unknown: 1 })
    expect(response.status).toBe(201)
    const { id, edit_token: _, ...rest } = json as Added
    expect(rest).toMatchObject({ post_slug: 'hello', content: 'First\nand second', author_name: 'Ada', replies: [], status: 'published' })
    expect(response.headers.get('location')).toBe(`/posts/hello/comments/${id}#comment-${id}`)
    const html = await (await fetch(`${server.url}/posts/hello`)).text()
    expect(html).toContain(`id="comment-${id}"`)
    expect(html).not.toContain('ada@example.org')
    expect((await server.ask('/api/comments?slug=hello', { headers: asNewClient() })).text).toContain(`"id":${id},`)
    expect((await database.query('SELECT author_email FROM comments WHERE id = $1', [id])).rows).toEqual([
      { author_email: 'ada@example.org' },
    ])
  })

  test('a reply stands beneath its parent, and one to the deepest level beside it', async () => {
    let parent_id: number | undefined
    for (let depth = 1; depth <= 6; depth++) parent_id = (await add({ content: `depth ${depth}`, parent_id })).id
    const beside = await add({ content: 'depth 6 too', parent_id })
    const { rows } = await database.query(
      'SELECT depth, parent_id = (SELECT parent_id FROM comments WHERE id = $2) AS sibling FROM comments WHERE id = $1',
      [beside.id, parent_id],
    )
    expect(rows).toEqual([{ depth: 6, sibling: true }])
  })

  test('a post of any script has its page renewed', async () => {
    await database.query(`INSERT INTO posts (slug, title, content, published_at) VALUES ('日本', 'Japan', 'Words.', '2025-10-01')`)
    const page = `${server.url}/posts/${encodeURIComponent('日本')}`
    await (await fetch(page)).text()
    await add({ slug: '日本', content: 'こんにちは' })
    expect(await (await fetch(page)).text()).toContain('こんにちは')
  })

  test('an old slug takes comments for the present post', async () => {
    await database.query(`INSERT INTO post_redirects (slug, post_id) SELECT 'before', id FROM posts WHERE slug = 'hello'`)
    expect(await add({ slug: 'before' })).toMatchObject({ post_slug: 'hello' })
  })

  test('what counts is code points after NFC', async () => {
    expect((await post({ ...good, content: 'é'.normalize('NFD').repeat(5_000), author_name: '𝕏'.repeat(80) })).response.status).toBe(201)
  })
})

describe('303', () => {
  test('a plain form leads to the comment’s own page, with the token in a cookie for that page', async () => {
    const { response } = await postForm({ ...good, content: 'By form', author_email: '', parent_id: '' })
    expect(response.status).toBe(303)
    const id = /^\/comments\/(\d+)$/.exec(response.headers.get('location') ?? '')?.[1]
    expect(response.headers.get('set-cookie')).toMatch(
      new RegExp(`^edit-${id}=[A-Za-z0-9_-]{43}; Path=/comments/${id}; Max-Age=31536000; HttpOnly; SameSite=Lax$`),
    )
  })

  test('a double click makes one comment, and a second thought after deleting another', async () => {
    const client = asNewClient()
    const before = await count()
    const both = await Promise.all([postForm({ ...good, content: 'Twice' }, client), postForm({ ...good, content: 'Twice' }, client)])
    expect(new Set(both.map(({ response }) => response.headers.get('location'))).size).toBe(1)
    expect(await count()).toBe(before + 1)
    const token = /=([^;]+)/.exec(both[0].response.headers.get('set-cookie') ?? '')?.[1]
    const id = Number(/\d+$/.exec(both[0].response.headers.get('location') ?? '')?.[0])
    expect((await own(id, 'DELETE', token)).response.status).toBe(200)
    const again = await postForm({ ...good, content: 'Twice' }, client)
    expect(again.response.headers.get('location')).not.toBe(both[0].response.headers.get('location'))
  })

  test('an edit and a deletion by form', async () => {
    const { id, edit_token } = await add({ content: 'Befor' })
    const change = (fields: Record<string, string>) =>
      server.ask(`/api/comments/${id}`, { method: 'POST', body: new URLSearchParams({ edit_token, ...fields }), headers: asNewClient() })
    const edited = await change({ intent: 'edit', content: 'Before' })
    expect([edited.response.status, edited.response.headers.get('location')]).toEqual([303, `/comments/${id}`])
    expect((await database.query('SELECT content FROM comments WHERE id = $1', [id])).rows).toEqual([{ content: 'Before' }])
    expect((await change({ intent: 'edit', content: '' })).response.status).toBe(400)
    expect((await change({ intent: 'else' })).response.status).toBe(400)
    const deleted = await change({ intent: 'delete' })
    expect([deleted.response.status, deleted.response.headers.get('location')]).toEqual([303, '/posts/hello#comments'])
    expect((await change({ intent: 'delete' })).response.status).toBe(404)
  })
})

describe('200', () => {
  test('an author changes a comment, and what it said is kept for the owner', async () => {
    const { id, edit_token } = await add({ content: 'Tpyo' })
    const reply = await add({ parent_id: id, content: 'Reply' })
    const { response, json } = await own(id, 'PATCH', edit_token, { content: 'Typo' })
    expect(response.status).toBe(200)
    expect(json).toMatchObject({ id, content: 'Typo', replies: [{ id: reply.id }] })
    expect((await database.query('SELECT content FROM comment_edits WHERE comment_id = $1', [id])).rows).toEqual([{ content: 'Tpyo' }])
    const html = await (await fetch(`${server.url}/posts/hello/comments/${id}`)).text()
    expect(html).not.toContain('Tpyo')
    expect(html).toContain('edited')
  })

  test('a deleted comment leaves a tombstone while replies stand beneath, and nothing after', async () => {
    const top = await add({ content: 'Gone soon', author_name: 'Somebody' })
    const reply = await add({ parent_id: top.id, content: 'Still here' })
    expect((await own(top.id, 'DELETE', top.edit_token)).json).toMatchObject({
      id: top.id,
      content: '',
      author_name: '',
      replies: [{ id: reply.id }],
    })
    expect((await database.query('SELECT content, author_name FROM comments WHERE id = $1', [top.id])).rows).toEqual([
      { content: '', author_name: '' },
    ])
    expect((await own(reply.id, 'DELETE', reply.edit_token)).json).toMatchObject({ id: reply.id, content: '', replies: [] })
    const { text } = await server.ask('/api/comments?slug=hello', { headers: asNewClient() })
    expect(text).not.toContain(`"id":${top.id},`)
  })
})

describe('401 and 404 and 403: another’s comment, none, too late', () => {
  test('only its own token opens a comment', async () => {
    const [mine, theirs] = [await add({ content: 'Mine' }), await add({ content: 'Theirs' })]
    for (const token of [undefined, 'x', theirs.edit_token, mine.edit_token.slice(1), `${mine.edit_token}x`]) {
      expect((await own(mine.id, 'PATCH', token, { content: 'Taken' })).response.status).toBe(401)
      expect((await own(mine.id, 'DELETE', token)).response.status).toBe(401)
    }
    for (const id of ['2000000000', '2147483648', '0', '-1', '1.5', 'x', '%00', '9'.repeat(300)]) {
      const { response } = await server.ask(`/api/comments/${id}`, {
        method: 'DELETE',
        headers: { ...asNewClient(), authorization: `Bearer ${mine.edit_token}` },
      })
      expect(response.status).toBe(404)
    }
  })

  test('after 15 minutes it can be deleted, and not changed', async () => {
    const { id } = await add({ content: 'Long ago' })
    await database.query(`UPDATE comments SET created_at = created_at - interval '15 minutes' WHERE id = $1`, [id])
    // The token names the time of writing: the test asks for one as the server would have made it then.
    const { rows } = await database.query('SELECT created_at FROM comments WHERE id = $1', [id])
    const token = await tokenOf(id, rows[0].created_at)
    expect(await own(id, 'PATCH', token, { content: 'Now' })).toMatchObject({ json: { code: 'too-late', status: 403 } })
    expect((await own(id, 'DELETE', token)).response.status).toBe(200)
    expect((await own(id, 'DELETE', token)).response.status).toBe(404)
  })
})

/** As lib/comments/edit-token.ts makes it, with the secret of the tests. */
async function tokenOf(id: number, createdAt: Date): Promise<string> {
  process.env.AUTH_SECRET = 'a secret of the tests that is 32 long at least'
  const { editToken } = await import('@/lib/comments/edit-token')
  return editToken({ id, createdAt })
}

describe('403: a browser on another site', () => {
  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'cross-site', origin: server.url }],
    [{ origin: 'https://friend.example.evil.example' }],
    [{ origin: 'http://friend.example' }],
  ])('%j', async (headers) => {
    const before = await count()
    const answers = [
      await post(good, headers),
      await post('not JSON', headers),
      await postForm(good, headers),
      await post(good, { ...headers, 'content-type': 'text/plain' }),
    ]
    for (const { response, json } of answers) {
      expect(response.status).toBe(403)
      expect(json).toMatchObject({ code: 'cross-site' })
    }
    expect(await count()).toBe(before)
  })

  test.each([
    [{ origin: server.url }],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }],
    [{ origin: server.url, 'sec-fetch-site': 'same-origin' }],
    [{ origin: 'https://friend.example', 'sec-fetch-site': 'cross-site' }],
    [{}],
  ])('but not %j', async (headers) => {
    expect((await post({ ...good, content: `From ${JSON.stringify(headers)}` }, headers)).response.status).toBe(201)
  })

  test('a preflight tells each what it may', async () => {
    const preflight = (origin: string) =>
      server.ask('/api/comments', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } })
    const friend = (await preflight('https://friend.example')).response.headers
    expect([friend.get('access-control-allow-origin'), friend.get('access-control-allow-methods')]).toEqual([
      'https://friend.example',
      'GET, HEAD, POST, OPTIONS',
    ])
    const stranger = (await preflight('https://evil.example')).response.headers
    expect([stranger.get('access-control-allow-origin'), stranger.get('access-control-allow-methods')]).toEqual(['*', 'GET, HEAD, OPTIONS'])
  })
})

describe('409', () => {
  test('a thread that has 1,000 replies takes no more', async () => {
    const { id } = await add({ slug: 'other', content: 'Full soon' })
    await database.query(
      `INSERT INTO comments (post_id, parent_id, status, author_name, content) SELECT post_id, id, 'published', 'Ada', 'r' FROM comments, generate_series(1, 1000) WHERE id = $1`,
      [id],
    )
    expect(await post({ ...good, slug: 'other', parent_id: id })).toMatchObject({ json: { code: 'thread-full', status: 409 } })
  })
})

describe('413, 415, 400: what cannot be read', () => {
  test.each([
    ['5 MB', 413, JSON.stringify({ ...good, content: 'x'.repeat(5_000_000) }), 'application/json'],
    ['100 kB of combining marks', 413, JSON.stringify({ ...good, content: `a${'\u0301'.repeat(50_000)}` }), 'application/json'],
    ['a form of 70 kB', 413, new URLSearchParams({ ...good, content: 'x'.repeat(70_000) }).toString(), 'application/x-www-form-urlencoded'],
    ['plain text', 415, 'hello', 'text/plain'],
    ['XML', 415, '<a/>', 'application/xml'],
    ['nothing named', 415, 'hello', ''],
    ['JSON in UTF-16', 415, '{}', 'application/json; charset=utf-16'],
    ['a form that calls itself JSON', 400, 'slug=hello&content=x&author_name=y', 'application/json'],
    ['JSON that calls itself a form', 400, JSON.stringify(good), 'application/x-www-form-urlencoded'],
    ['a multipart form without its boundary', 400, 'hello', 'multipart/form-data'],
    ['half of an object', 400, '{"slug":"hello"', 'application/json'],
    ['nothing', 400, '', 'application/json'],
    ['an array', 400, '[]', 'application/json'],
    ['a word', 400, '"hello"', 'application/json'],
    ['null', 400, 'null', 'application/json'],
    ['30,000 arrays in one another', 400, `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'application/json'],
    ['30,000 objects in one another', 413, `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`, 'application/json'],
    ['a form field given twice', 400, 'slug=hello&slug=other&content=x&author_name=y', 'application/x-www-form-urlencoded'],
    ['a form whose bytes are no UTF-8', 400, 'slug=hello&content=%FF%00&author_name=y', 'application/x-www-form-urlencoded'],
  ])('%s', async (_, status, body, type) => {
    const before = await count()
    const { response } = await server.ask('/api/comments', { method: 'POST', body, headers: { ...asNewClient(), 'content-type': type } })
    expect(response.status).toBe(status)
    expect(await count()).toBe(before)
  })

  test('bytes that are no UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"slug":"hello","author_name":"a","content":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    expect((await server.ask('/api/comments', { method: 'POST', body, headers: { ...json, ...asNewClient() } })).response.status).toBe(400)
  })

  test('of keys given twice the last counts, and __proto__ is a field like any other', async () => {
    const { json } = await post('{"slug":"hello","author_name":"Ada","content":"one","content":"two","__proto__":{"content":"three"}}')
    expect(json).toMatchObject({ content: 'two' })
  })
})

describe('422', () => {
  test('a key with another body', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const first = await post(good, key)
    expect(first.response.status).toBe(201)
    expect(await post({ ...good, content: 'Else' }, key)).toMatchObject({ json: { code: 'key-reused', status: 422 } })
    expect((await post(good, key)).json).toEqual(first.json)
  })

  test('fifty at once under one key are one comment, and all are told the same', async () => {
    const before = await count()
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 50 }, () => post({ ...good, content: 'Fifty' }, key)))
    expect(new Set(answers.map(({ response, text }) => `${response.status} ${text}`)).size).toBe(1)
    expect(answers[0]?.response.status).toBe(201)
    expect(await count()).toBe(before + 1)
  })

  test('a key holds after its comment was changed, its post closed, and the server started anew', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const { json } = await post({ ...good, slug: 'other', content: 'Lasting' }, key)
    const { id, edit_token } = json as Added
    await own(id, 'PATCH', edit_token, { content: 'Lasting longer' })
    await database.query(`UPDATE posts SET comments_closed = true WHERE slug = 'other'`)
    const later = await startServer({ DATABASE_URL: server.databaseUrl })
    const again = await later.ask('/api/comments', {
      method: 'POST',
      body: JSON.stringify({ ...good, slug: 'other', content: 'Lasting' }),
      headers: { 'content-type': 'application/json', ...key },
    })
    expect(again.json).toEqual(json)
    await database.query(`UPDATE posts SET comments_closed = false WHERE slug = 'other'`)
  })

  test.each(['', ' ', 'x'.repeat(201), 'é'])('%j is no key', async (key) => {
    const encoded = Buffer.from(key, 'utf8').toString('latin1')
    expect((await post(good, { 'idempotency-key': encoded })).response.status).toBe(400)
  })
})

describe('429', () => {
  test('the sixth comment of a client in a minute; what was not well-formed does not count', async () => {
    const client = asNewClient()
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await post({ ...good, content: '' }, client)).response.status)
    for (let i = 0; i < 6; i++) statuses.push((await post({ ...good, content: `Number ${i}` }, client)).response.status)
    expect(statuses).toEqual([400, 400, 400, 400, 201, 201, 201, 201, 201, 429])
    expect((await server.ask('/api/comments?slug=hello', { headers: client })).response.status).toBe(200)
  })
})

describe('hostile submissions', () => {
  test('there are at least 120 of them', () => {
    expect(hostileSubmissions.length * 2 + hostileJson.length).toBeGreaterThanOrEqual(240)
  })

  test.each(hostileSubmissions)('as JSON: $name', async ({ fields, status, field }) => {
    const parent = fields.parent_id
    const numeric = typeof parent === 'string' && /^\d+$/.test(parent) ? { parent_id: Number(parent) } : {}
    const { response, json } = await post({ ...good, ...fields, ...numeric })
    expect(response.status).toBe(status)
    if (field) expect(json).toMatchObject({ code: 'invalid-parameters', errors: [{ field }] })
  })

  test.each(hostileSubmissions)('as a form: $name', async ({ fields, status, field }) => {
    const { response, text } = await postForm({ ...good, ...fields })
    expect(response.status).toBe(status === 201 ? 303 : status)
    if (status === 201) return
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).not.toMatch(/<script|onerror=|<img/i)
    if (field) expect(text).toContain('role="alert"')
  })

  test.each(hostileJson)('JSON alone: $name', async ({ fields, status, field }) => {
    const { response, json } = await post({ ...good, ...fields })
    expect(response.status).toBe(status)
    if (field) expect(json).toMatchObject({ errors: [{ field }] })
  })

  test('a parent on another post', async () => {
    const { id } = await add({ content: 'Here' })
    expect((await post({ ...good, slug: 'other', parent_id: id })).response.status).toBe(404)
  })

  test('a parent that is pending, spam or deleted, and one beneath such a one', async () => {
    const top = await add({ content: 'Top' })
    const middle = await add({ content: 'Middle', parent_id: top.id })
    for (const status of ['pending', 'spam']) {
      await database.query('UPDATE comments SET status = $1::comment_status WHERE id = $2', [status, top.id])
      expect((await post({ ...good, parent_id: top.id })).response.status).toBe(404)
      expect((await post({ ...good, parent_id: middle.id })).response.status).toBe(404)
    }
    await database.query(`UPDATE comments SET status = 'deleted' WHERE id = $1`, [top.id])
    expect((await post({ ...good, parent_id: top.id })).response.status).toBe(404)
    expect((await post({ ...good, parent_id: middle.id })).response.status).toBe(201)
  })

  test('after all of them the thread is read, and the page is whole', async () => {
    expect((await server.ask('/api/comments?slug=hello', { headers: asNewClient() })).response.status).toBe(200)
    const page = await fetch(`${server.url}/posts/hello`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('</html>')
    expect(server.output()).not.toContain('Error')
  })
})
