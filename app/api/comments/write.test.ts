import { describe, expect, test } from 'vitest'
import {
  type Added,
  allowedOrigin,
  startCommentWriter,
  validComment,
} from '@/test/comments/comment-writer'
import { asNewClient } from '@/test/new-client'

const { server, database, post, postForm, own, add, count } = await startCommentWriter()

describe('201', () => {
  test('stores a comment and shows it in the next page and response', async () => {
    await fetch(`${server.url}/posts/hello`)
    const { response, json } = await post({
      ...validComment,
      content: 'First\r\nand second',
      author_email: 'ada@example.org',
      unknown: 1,
    })
    expect(response.status).toBe(201)
    const { id, edit_token: _, ...rest } = json as Added
    expect(rest).toMatchObject({
      post_slug: 'hello',
      content: 'First\nand second',
      author_name: 'Ada',
      replies: [],
      status: 'published',
    })
    expect(response.headers.get('location')).toBe(`/posts/hello/comments/${id}#comment-${id}`)
    const html = await (await fetch(`${server.url}/posts/hello`)).text()
    expect(html).toContain(`id="comment-${id}"`)
    expect(html).not.toContain('ada@example.org')
    expect(
      (await server.request('/api/comments?slug=hello', { headers: asNewClient() })).text,
    ).toContain(`"id":${id},`)
    const { rows } = await database.query(
      `SELECT hash, sealed FROM reader_addresses
        JOIN comments ON address_id = reader_addresses.id WHERE comments.id = $1`,
      [id],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('ada')
  })

  test('stores a reply below its parent, and a reply to the deepest level beside it', async () => {
    let parent_id: number | undefined
    for (let depth = 1; depth <= 6; depth++)
      parent_id = (await add({ content: `depth ${depth}`, parent_id })).id
    const beside = await add({ content: 'depth 6 too', parent_id })
    const { rows } = await database.query(
      `SELECT depth, parent_id = (SELECT parent_id FROM comments WHERE id = $2) AS sibling
        FROM comments WHERE id = $1`,
      [beside.id, parent_id],
    )
    expect(rows).toEqual([{ depth: 6, sibling: true }])
  })

  test('a reply to the deepest level names its author only on the page', async () => {
    const keys = Object.keys(await add({ content: 'any' }))
    let parent_id: number | undefined
    for (let depth = 1; depth <= 6; depth++)
      parent_id = (await add({ content: 'w', parent_id, author_name: `Reader ${depth}` })).id
    const json = await add({ content: 'by JSON', parent_id })
    const { response } = await postForm({ ...validComment, content: 'by form', parent_id })
    expect(Object.keys(json)).toEqual(keys)
    for (const id of [json.id, /\d+$/.exec(response.headers.get('location') ?? '')?.[0]]) {
      const html = await (await fetch(`${server.url}/posts/hello/comments/${id}`)).text()
      expect(html.replaceAll(/<!-- -->/g, '')).toMatch(/in reply to <bdi[^>]*>Reader 6<\/bdi>/)
    }
  })

  test('revalidates the page of a post in any script', async () => {
    await database.query(
      `INSERT INTO posts (slug, title, content, published_at)
        VALUES ('日本', 'Japan', 'Words.', '2025-10-01')`,
    )
    const page = `${server.url}/posts/${encodeURIComponent('日本')}`
    await (await fetch(page)).text()
    await add({ slug: '日本', content: 'こんにちは' })
    expect(await (await fetch(page)).text()).toContain('こんにちは')
  })

  test('accepts comments for a post under its old slug', async () => {
    await database.query(
      `INSERT INTO post_redirects (slug, post_id) SELECT 'before', id FROM posts
        WHERE slug = 'hello'`,
    )
    expect(await add({ slug: 'before' })).toMatchObject({ post_slug: 'hello' })
  })

  test('counts code points after NFC normalisation', async () => {
    expect(
      (
        await post({
          ...validComment,
          content: 'é'.normalize('NFD').repeat(5_000),
          author_name: '𝕏'.repeat(80),
        })
      ).response.status,
    ).toBe(201)
  })
})

describe('303', () => {
  test('redirects a plain form to the comment’s page with its token in a cookie', async () => {
    const { response } = await postForm({
      ...validComment,
      content: 'By form',
      author_email: '',
      parent_id: '',
    })
    expect(response.status).toBe(303)
    const id = /^\/comments\/(\d+)$/.exec(response.headers.get('location') ?? '')?.[1]
    expect(response.headers.get('set-cookie')).toMatch(
      new RegExp(
        `^edit-${id}=[A-Za-z0-9_-]{43}; Path=/comments; Max-Age=31536000; HttpOnly; SameSite=Lax$`,
      ),
    )
  })

  test('creates one comment for a double click, and a new one after deletion', async () => {
    const client = asNewClient()
    const before = await count()
    const both = await Promise.all([
      postForm({ ...validComment, content: 'Twice' }, client),
      postForm({ ...validComment, content: 'Twice' }, client),
    ])
    expect(new Set(both.map(({ response }) => response.headers.get('location'))).size).toBe(1)
    expect(await count()).toBe(before + 1)
    const token = /=([^;]+)/.exec(both[0].response.headers.get('set-cookie') ?? '')?.[1]
    const id = Number(/\d+$/.exec(both[0].response.headers.get('location') ?? '')?.[0])
    expect((await own(id, 'DELETE', token)).response.status).toBe(200)
    const again = await postForm({ ...validComment, content: 'Twice' }, client)
    expect(again.response.headers.get('location')).not.toBe(
      both[0].response.headers.get('location'),
    )
  })

  test('edits and deletes through a form', async () => {
    const { id, edit_token } = await add({ content: 'Befor' })
    const change = (fields: Record<string, string>) =>
      server.request(`/api/comments/${id}`, {
        method: 'POST',
        body: new URLSearchParams({ edit_token, ...fields }),
        headers: asNewClient(),
      })
    const edited = await change({ intent: 'edit', content: 'Before' })
    expect([edited.response.status, edited.response.headers.get('location')]).toEqual([
      303,
      `/comments/${id}`,
    ])
    expect((await database.query('SELECT content FROM comments WHERE id = $1', [id])).rows).toEqual(
      [{ content: 'Before' }],
    )
    expect((await change({ intent: 'edit', content: '' })).response.status).toBe(400)
    expect((await change({ intent: 'else' })).response.status).toBe(400)
    const deleted = await change({ intent: 'delete' })
    expect([deleted.response.status, deleted.response.headers.get('location')]).toEqual([
      303,
      '/posts/hello#comments',
    ])
    expect((await change({ intent: 'delete' })).response.status).toBe(404)
  })
})

describe('200', () => {
  test('an author edits a comment, and the earlier text is kept for the owner', async () => {
    const { id, edit_token } = await add({ content: 'Tpyo' })
    const reply = await add({ parent_id: id, content: 'Reply' })
    const { response, json } = await own(id, 'PATCH', edit_token, { content: 'Typo' })
    expect(response.status).toBe(200)
    expect(json).toMatchObject({ id, content: 'Typo', replies: [{ id: reply.id }] })
    expect(
      (await database.query('SELECT content FROM comment_edits WHERE comment_id = $1', [id])).rows,
    ).toEqual([{ content: 'Tpyo' }])
    const html = await (await fetch(`${server.url}/posts/hello/comments/${id}`)).text()
    expect(html).not.toContain('Tpyo')
    expect(html).toContain('edited')
  })

  test('a deleted comment leaves a tombstone while it has replies, and nothing after', async () => {
    const top = await add({ content: 'Gone soon', author_name: 'Somebody' })
    const reply = await add({ parent_id: top.id, content: 'Still here' })
    expect((await own(top.id, 'DELETE', top.edit_token)).json).toMatchObject({
      id: top.id,
      content: '',
      author_name: '',
      replies: [{ id: reply.id }],
    })
    expect(
      (await database.query('SELECT content, author_name FROM comments WHERE id = $1', [top.id]))
        .rows,
    ).toEqual([{ content: '', author_name: '' }])
    expect((await own(reply.id, 'DELETE', reply.edit_token)).json).toMatchObject({
      id: reply.id,
      content: '',
      replies: [],
    })
    const { text } = await server.request('/api/comments?slug=hello', { headers: asNewClient() })
    expect(text).not.toContain(`"id":${top.id},`)
  })
})

describe('401, 403 and 404: wrong token, unknown comment, expired edit window', () => {
  test('accepts only the token of the comment', async () => {
    const mine = await add({ content: 'Mine' })
    const theirs = await add({ content: 'Theirs' })
    for (const token of [
      undefined,
      'x',
      theirs.edit_token,
      mine.edit_token.slice(1),
      `${mine.edit_token}x`,
    ]) {
      expect((await own(mine.id, 'PATCH', token, { content: 'Taken' })).response.status).toBe(401)
      expect((await own(mine.id, 'DELETE', token)).response.status).toBe(401)
    }
    for (const id of ['2000000000', '2147483648', '0', '-1', '1.5', 'x', '%00', '9'.repeat(300)]) {
      const { response } = await server.request(`/api/comments/${id}`, {
        method: 'DELETE',
        headers: { ...asNewClient(), authorization: `Bearer ${mine.edit_token}` },
      })
      expect(response.status).toBe(404)
    }
  })

  test('allows deletion but no edit after 15 minutes', async () => {
    const { id } = await add({ content: 'Long ago' })
    await database.query(
      `UPDATE comments SET created_at = created_at - interval '15 minutes' WHERE id = $1`,
      [id],
    )
    // The token contains the creation time, so the test generates one for that time.
    const { rows } = await database.query('SELECT created_at FROM comments WHERE id = $1', [id])
    const token = await tokenOf(id, rows[0].created_at)
    expect(await own(id, 'PATCH', token, { content: 'Now' })).toMatchObject({
      json: { code: 'edit-window-closed', status: 403 },
    })
    expect((await own(id, 'DELETE', token)).response.status).toBe(200)
    expect((await own(id, 'DELETE', token)).response.status).toBe(404)
  })
})

/** Generates a token like lib/comments/writing/edit-token.ts, with the test secret. */
async function tokenOf(id: number, createdAt: Date): Promise<string> {
  process.env.AUTH_SECRET = 'test secret of at least 32 characters'
  const { editToken } = await import('@/lib/comments/writing/edit-token')
  return editToken({ id, createdAt })
}

test('returns 415 for a change of a comment by POST that is not a form', async () => {
  const { id, edit_token } = await add({ content: 'No form' })
  expect(await own(id, 'POST', edit_token, { intent: 'delete' })).toMatchObject({
    json: { code: 'unsupported-media-type', status: 415 },
  })
})

describe('403: cross-site browser requests', () => {
  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'cross-site', origin: server.url }],
    [{ origin: `${allowedOrigin}.evil.example` }],
    [{ origin: 'http://friend.example' }],
  ])('rejects %j', async (headers) => {
    const before = await count()
    const responses = [
      await post(validComment, headers),
      await post('not JSON', headers),
      await postForm(validComment, headers),
      await post(validComment, { ...headers, 'content-type': 'text/plain' }),
    ]
    for (const id of ['2000000000', 'x'])
      responses.push(
        await server.request(`/api/comments/${id}`, {
          method: 'DELETE',
          headers: { ...asNewClient(), ...headers },
        }),
      )
    for (const { response, json } of responses) {
      expect(response.status).toBe(403)
      expect(json).toMatchObject({ code: 'cross-site' })
    }
    expect(await count()).toBe(before)
  })

  test.each([
    [{ origin: server.url }],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }],
    [{ origin: server.url, 'sec-fetch-site': 'same-origin' }],
    [{ origin: allowedOrigin, 'sec-fetch-site': 'cross-site' }],
    [{}],
  ])('accepts %j', async (headers) => {
    expect(
      (await post({ ...validComment, content: `From ${JSON.stringify(headers)}` }, headers))
        .response.status,
    ).toBe(201)
  })

  test('responds to a preflight request according to the origin', async () => {
    const preflight = (origin: string) =>
      server.request('/api/comments', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const allowed = (await preflight(allowedOrigin)).response.headers
    expect([
      allowed.get('access-control-allow-origin'),
      allowed.get('access-control-allow-methods'),
    ]).toEqual([allowedOrigin, 'GET, HEAD, POST, OPTIONS'])
    const stranger = (await preflight('https://evil.example')).response.headers
    expect([
      stranger.get('access-control-allow-origin'),
      stranger.get('access-control-allow-methods'),
    ]).toEqual(['*', 'GET, HEAD, OPTIONS'])
  })
})

describe('409', () => {
  test('rejects a reply to a thread with 1,000 replies', async () => {
    const { id } = await add({ slug: 'other', content: 'Full soon' })
    await database.query(
      `INSERT INTO comments (post_id, parent_id, status, author_name, content)
        SELECT post_id, id, 'published', 'Ada', 'r' FROM comments, generate_series(1, 1000)
        WHERE id = $1`,
      [id],
    )
    expect(await post({ ...validComment, slug: 'other', parent_id: id })).toMatchObject({
      json: { code: 'thread-full', status: 409 },
    })
  })
})
