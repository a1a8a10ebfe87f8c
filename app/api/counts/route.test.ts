import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { asNewClient } from '@/test/new-client'
import { startServer } from '@/test/servers/server'

const DATABASE_URL = await ownDatabase()
const server = await startServer({ DATABASE_URL, TRUSTED_PROXY_HOPS: '1' })
const page = 'blog.example.org/2024/hello'

const queryOf = (slugs: string[]) => new URLSearchParams(slugs.map((slug) => ['slug', slug]))
const request = (slugs: string[], headers: Record<string, string> = asNewClient()) =>
  server.request(`/api/counts?${queryOf(slugs)}`, { headers })

const { id: postId } = await addPost('a-post')
const site = await db().site.create({
  data: {
    name: 'Example',
    origins: ['https://blog.example.org'],
    hosts: { create: { host: 'blog.example.org' } },
    threads: { create: { slug: page, url: `https://${page}`, title: 'Hello' } },
  },
  select: { threads: { select: { id: true } } },
})
const threadId = site.threads[0]?.id ?? 0
const first = await addComment(postId)
await addComment(postId, { parentId: first })
await addComment(postId, { status: 'pending' })
await addComment(threadId)
for (const id of [postId, threadId])
  await db().viewCount.create({
    data: { postId: id, day: new Date('2025-10-01'), shard: 0, views: id === postId ? 7 : 3 },
  })
await db().threadAlias.create({ data: { slug: 'blog.example.org/old', threadId } })

test('counts published comments with replies, and views, in the order of the slugs', async () => {
  const slugs = [page, 'unknown', 'a-post', 'blog.example.org/old', 'a-post']
  expect((await request(slugs)).json).toEqual({
    counts: [
      { slug: page, comments: 1, views: 3 },
      { slug: 'unknown', comments: 0, views: 0 },
      { slug: 'a-post', comments: 2, views: 7 },
      { slug: 'blog.example.org/old', comments: 1, views: 3 },
      { slug: 'a-post', comments: 2, views: 7 },
    ],
  })
})

test('accepts 1 to 100 slugs', async () => {
  const slugs = Array.from({ length: 100 }, (_, n) => `post-${n}`)
  const { response, json } = await request(slugs)
  expect(response.status).toBe(200)
  expect(json).toMatchObject({ counts: slugs.map((slug) => ({ slug, comments: 0, views: 0 })) })
  for (const wrong of [[], [...slugs, 'one-more'], ['a', ' '], ['a', 'x'.repeat(501)]]) {
    const refused = await request(wrong)
    expect(refused.response.status).toBe(400)
    expect(refused.json).toMatchObject({
      code: 'invalid-parameters',
      errors: [{ field: expect.stringMatching(/^slug/) }],
    })
  }
})

test('returns 304 if nothing changed', async () => {
  const { response } = await request(['a-post'])
  const tag = response.headers.get('etag') ?? ''
  expect(
    (await request(['a-post'], { ...asNewClient(), 'if-none-match': tag })).response.status,
  ).toBe(304)
})

test('shows a recorded view to the next request', async () => {
  await addPost('viewed')
  expect((await request(['viewed'])).json).toMatchObject({ counts: [{ views: 0 }] })
  const { response } = await server.request('/api/views', {
    method: 'POST',
    body: JSON.stringify({ slug: 'viewed' }),
    headers: {
      ...asNewClient(),
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  })
  expect(response.status).toBe(201)
  expect((await request(['viewed'])).json).toMatchObject({ counts: [{ views: 1 }] })
})

test('allows any origin to read, and returns 429 after 60 requests in a minute', async () => {
  const headers = { ...asNewClient(), origin: 'https://elsewhere.example' }
  const responses = await Promise.all(
    Array.from({ length: 61 }, () => request(['a-post'], headers)),
  )
  const statuses = responses.map(({ response }) => response.status)
  expect(statuses.toSorted()).toEqual([...Array(60).fill(200), 429])
  for (const { response } of responses)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(responses[0]?.response.headers.get('ratelimit-policy')).toBe('"counts";q=60;w=60')
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('returns 405 for %s', async (method) => {
  const { response } = await server.request('/api/counts', { method, headers: asNewClient() })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})
