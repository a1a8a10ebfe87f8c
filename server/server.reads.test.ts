/** API reads that are served from the response cache. */
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { db } from '@/lib/db/client'
import { issueDataTicket } from '@/lib/mail/data-ticket'
import { addActor } from '@/test/authorisation/actors'
import { callAction } from '@/test/authorisation/server-actions'
import { addSession } from '@/test/authorisation/sessions'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { asNewClient } from '@/test/new-client'
import { startRedisServer } from '@/test/servers/redis-server'
import { startServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()
const redis = await startRedisServer()
afterAll(() => redis.stop())
const environment = {
  DATABASE_URL,
  REDIS_URL: redis.url,
  TRUSTED_PROXY_HOPS: '1',
  COMMENT_FLOOD_AFTER: '100000',
}
const server = await startServer(environment)
const other = await startServer(environment)
const { cookie } = await addSession(await addActor('owner'))
const origin = 'https://blog.example.org'

const { id: siteId } = await db().site.create({
  data: { name: 'Example', origins: [origin], hosts: { create: { host: 'blog.example.org' } } },
})
let threads = 0

/** Adds a thread with a comment. */
async function addThread(kind: 'post' | 'page') {
  threads++
  const slug = kind === 'post' ? `post-${threads}` : `blog.example.org/page-${threads}`
  const { id: threadId } =
    kind === 'post'
      ? await addPost(slug)
      : await db().thread.create({
          data: { siteId, slug, url: `https://${slug}`, title: 'A page' },
        })
  return { slug, threadId, id: await addComment(threadId, { content: 'First words' }) }
}

const comments = z.object({
  comments: z.array(
    z.object({
      html: z.string().optional(),
      content: z.string().optional(),
      pinned: z.boolean().optional(),
    }),
  ),
})

/** Returns the comments of both endpoints, as one string, from one of the servers. */
async function read(slug: string, from = server) {
  const texts = ['/api/threads', '/api/comments'].map(async (path) => {
    const { json } = await from.request(`${path}?${new URLSearchParams({ slug })}`, {
      headers: asNewClient(),
    })
    return comments
      .parse(json)
      .comments.map(({ html, content, pinned }) => `${html ?? content}${pinned ? ' (pinned)' : ''}`)
      .join('; ')
  })
  return Promise.all(texts)
}

/** Reads each endpoint of both servers twice, so that the responses are cached. */
async function warm(slug: string): Promise<void> {
  for (let times = 0; times < 2; times++) await Promise.all([read(slug), read(slug, other)])
}

const send = (path: string, method: string, json?: unknown, headers = {}) =>
  server.request(path, {
    method,
    ...(json !== undefined && { body: JSON.stringify(json) }),
    headers: { 'content-type': 'application/json', origin, ...asNewClient(), ...headers },
  })

/** Changes a comment without an invalidation, so that only cached responses lack the change. */
const changeBehindCache = (id: number, content: string) =>
  db().comment.update({ where: { id }, data: { content } })

test('one response serves every client and every spelling of the parameters', async () => {
  const { slug, id } = await addThread('page')
  await warm(slug)
  await changeBehindCache(id, 'Changed words')
  const path = slug.replace('blog.example.org', '')
  for (const query of [
    `slug=${slug}`,
    `slug=${encodeURIComponent(slug)}`,
    `utm_source=x&slug=BLOG.example.org${path}/index.html&_=1`,
    `slug=blog.example.org${path}/&limit=050`,
  ]) {
    const { text } = await server.request(`/api/threads?${query}`, {
      headers: { ...asNewClient(), cookie: 'a=b', origin: 'https://elsewhere.example' },
    })
    expect(text, query).toContain('First words')
  }
  const { text } = await server.request(`/api/threads?slug=${slug}&limit=2`, {
    headers: asNewClient(),
  })
  expect(text).toContain('Changed words')
})

test('counts each request of a client exactly', async () => {
  const { slug } = await addThread('post')
  await warm(slug)
  const headers = asNewClient()
  const request = () => server.request(`/api/comments?slug=${slug}`, { headers })
  for (let left = 59; left >= 0; left--) {
    const { response } = await request()
    expect(response.headers.get('ratelimit')).toMatch(new RegExp(`^"comments";r=${left};t=\\d+$`))
  }
  expect((await request()).response.status).toBe(429)
  expect((await other.request(`/api/comments?slug=${slug}`, { headers })).response.status).toBe(429)
})

test('sends the headers of the endpoint, and no cookie', async () => {
  const { slug, threadId } = await addThread('post')
  await addComment(threadId, { content: 'Long words. '.repeat(200) })
  const path = `/api/threads?slug=${slug}`
  const cold = await server.request(path, { headers: asNewClient() })
  const request = (headers: Record<string, string>) =>
    server.request(path, { headers: { ...asNewClient(), ...headers } })
  await request({})
  await expect
    .poll(async () => (await request({ 'accept-encoding': 'br' })).response.headers)
    .toSatisfy((headers: Headers) => headers.get('content-encoding') === 'br')
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { response, text } = await request({ 'accept-encoding': encoding })
    const own = [...response.headers.keys()].filter((name) => !/encoding|length/.test(name))
    const expected = [...cold.response.headers.keys()].filter(
      (name) => !/encoding|length/.test(name),
    )
    expect(own).toEqual(expected)
    expect(response.headers.get('etag')).toBe(cold.response.headers.get('etag'))
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    expect(text).toBe(cold.text)
  }
  const head = await server.request(path, { method: 'HEAD', headers: asNewClient() })
  expect([head.response.status, head.text]).toEqual([200, ''])
})

test('does not cache unknown slugs', async () => {
  await warm('not-yet')
  const { id } = await addPost('not-yet')
  await addComment(id, { content: 'Words' })
  expect(await read('not-yet')).toEqual(['<p>Words</p>', 'Words'])
})

test.each(['post', 'page'] as const)(
  'every process shows writes to a %s immediately',
  async (kind) => {
    const { slug } = await addThread(kind)
    const expectOnBoth = async (...expected: string[]) => {
      for (const from of [other, server]) expect(await read(slug, from)).toEqual(expected)
      await warm(slug)
    }
    const headers = kind === 'page' ? {} : { origin: server.url }
    await warm(slug)
    const { json } = await send(
      '/api/comments',
      'POST',
      { slug, content: 'Added', author_name: 'Ada' },
      headers,
    )
    const { id, edit_token } = z.object({ id: z.number(), edit_token: z.string() }).parse(json)
    await expectOnBoth('<p>First words</p>; <p>Added</p>', 'First words; Added')
    const own = { ...headers, authorization: `Bearer ${edit_token}` }
    await send(`/api/comments/${id}`, 'PATCH', { content: 'Edited' }, own)
    await expectOnBoth('<p>First words</p>; <p>Edited</p>', 'First words; Edited')
    await send(`/api/comments/${id}`, 'DELETE', undefined, own)
    await expectOnBoth('<p>First words</p>', 'First words')
  },
)

test.each(['post', 'page'] as const)(
  'every process shows moderation and erasure on a %s immediately',
  async (kind) => {
    const { slug, threadId, id } = await addThread(kind)
    const second = await addComment(threadId, { content: 'Second' })
    const third = await addComment(threadId, { content: 'Third' })
    const act = (name: string, values: unknown[]) =>
      callAction(server.url, '/admin/comments', `app/admin/comments/actions.ts#${name}`, values, {
        ...asNewClient(),
        origin: server.url,
        cookie: `session=${cookie}`,
      })
    await warm(slug)
    const form = new FormData()
    form.set('id', String(second))
    form.set('pin', 'yes')
    await act('pin', [form])
    expect((await read(slug, other))[0]).toBe(
      '<p>Second</p> (pinned); <p>First words</p>; <p>Third</p>',
    )
    await warm(slug)
    const [{ version = '' } = {}] = await db().$queryRaw<{ version: string }[]>`
      SELECT left(encode(sha256(convert_to(length(content) || ':' || content, 'UTF8')), 'hex'), 32)
        AS version FROM comments WHERE id = ${id}`
    const verdict = new FormData()
    verdict.set('seen', `${id}.published.${version}`)
    verdict.set('verdict', 'spam')
    await act('moderate', [{}, verdict])
    expect(await read(slug, other)).toEqual([
      '<p>Second</p> (pinned); <p>Third</p>',
      'Second; Third',
    ])
    await warm(slug)
    const ticket = issueDataTicket({ addressIds: [], commentIds: [third] })
    const erased = await fetch(`${server.url}/privacy/your-data/${ticket}/erase`, {
      method: 'POST',
      body: new URLSearchParams({ sure: 'yes' }),
      redirect: 'manual',
      headers: asNewClient(),
    })
    expect(erased.status).toBe(303)
    expect(await read(slug, other)).toEqual(['<p>Second</p> (pinned)', 'Second'])
  },
)

test('three reports hide a comment on a page of a site in every process', async () => {
  const { slug, id } = await addThread('page')
  await warm(slug)
  for (let times = 0; times < 3; times++) await send(`/api/comments/${id}/report`, 'POST', {})
  expect(await read(slug, other)).toEqual(['', ''])
})

test('the views of a post are never cached', async () => {
  const { slug, threadId: postId } = await addThread('post')
  const views = async () =>
    (await server.request(`/api/views?slug=${slug}`, { headers: asNewClient() })).json
  expect(await views()).toEqual({ views: 0 })
  await db().viewCount.create({
    data: { postId, day: new Date('2025-10-01'), shard: 0, views: 3 },
  })
  expect(await views()).toEqual({ views: 3 })
})
