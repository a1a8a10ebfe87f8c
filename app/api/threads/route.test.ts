import { expect, test } from 'vitest'
import { z } from 'zod'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { asNewClient } from '@/test/new-client'
import { startServer } from '@/test/servers/server'

const DATABASE_URL = await ownDatabase()
const server = await startServer({
  DATABASE_URL,
  TRUSTED_PROXY_HOPS: '1',
  SITE_URL: 'https://own.example',
})
const page = 'blog.example.org/2024/hello'

const threadSchema = z.looseObject({
  count: z.number(),
  next_cursor: z.string().nullable(),
  comments: z.array(z.looseObject({ id: z.number(), html: z.string() })),
})

/** Reads a thread as a new client. The response is validated against `openapi.yaml`. */
async function read(slug: string, query: Record<string, string> = {}) {
  const { json } = await server.request(`/api/threads?${new URLSearchParams({ slug, ...query })}`, {
    headers: asNewClient(),
  })
  return threadSchema.parse(json)
}

async function addPage(slug: string, fields: { closed?: boolean } = {}): Promise<number> {
  const host = slug.slice(0, slug.indexOf('/'))
  const site = await db().site.create({
    data: {
      name: host,
      origins: [`https://${host}`],
      language: 'de',
      hosts: { create: { host } },
      threads: {
        create: { slug, title: 'Hello', url: `https://${host}/2024/hello?lang=de`, ...fields },
      },
    },
    select: { threads: { select: { id: true } } },
  })
  return z.number().parse(site.threads[0]?.id)
}

const threadId = await addPage(page)

test('returns a page of a site with its title, URL and language', async () => {
  expect(await read(page)).toEqual({
    slug: page,
    title: 'Hello',
    url: 'https://blog.example.org/2024/hello?lang=de',
    open: true,
    language: 'de',
    count: 0,
    likes: 0,
    reactions: true,
    next_cursor: null,
    comments: [],
  })
})

test('returns the same thread for every spelling and alias of an address', async () => {
  await db().threadAlias.create({ data: { slug: 'blog.example.org/old', threadId } })
  for (const slug of ['BLOG.example.org/2024/hello/index.html', `${page}/`, 'blog.example.org/old'])
    expect(await read(slug)).toMatchObject({ slug: page, title: 'Hello' })
})

test('returns an empty thread for an unknown slug, and creates nothing', async () => {
  const before = await db().thread.count()
  expect(await read('blog.example.org/nowhere')).toMatchObject({
    slug: 'blog.example.org/nowhere',
    title: '',
    count: 0,
    comments: [],
  })
  expect(await read('nowhere')).toMatchObject({ slug: 'nowhere', title: '', comments: [] })
  expect(await db().thread.count()).toBe(before)
})

test('returns a post with its path on this blog, and whether it is closed', async () => {
  const { id } = await addPost('a-post', { title: 'A post' })
  expect(await read('a-post')).toMatchObject({
    title: 'A post',
    url: 'https://own.example/posts/a-post',
    open: true,
  })
  await db().post.update({ where: { id }, data: { slug: 'closed-post', commentsClosed: true } })
  expect(await read('closed-post')).toMatchObject({ open: false })
  await addPage('closed.example.org/a', { closed: true })
  expect(await read('closed.example.org/a')).toMatchObject({ open: false, title: 'Hello' })
})

test('lists each reply after its parent, and the pinned thread first', async () => {
  const { id: postId } = await addPost('ordered')
  const at = (minute: number) => new Date(Date.UTC(2025, 9, 20, 9, minute))
  const add = (minute: number, parentId?: number) =>
    addComment(postId, { createdAt: at(minute), ...(parentId && { parentId }) })
  const first = await add(0)
  const second = await add(1)
  const reply = await add(3, first)
  const nested = await add(4, reply)
  const later = await add(5, first)
  const toSecond = await add(6, second)
  const ids = async () => (await read('ordered')).comments.map(({ id }) => id)
  expect(await ids()).toEqual([first, reply, nested, later, second, toSecond])
  const { id: pinnedId } = await addPost('pinned')
  const one = await addComment(pinnedId)
  const two = await addComment(pinnedId)
  await db().post.update({ where: { id: pinnedId }, data: { pinnedCommentId: two } })
  const { comments } = await read('pinned')
  expect(comments).toMatchObject([
    { id: two, pinned: true },
    { id: one, pinned: false },
  ])
})

test('names the comment that a reply at the deepest level replies to', async () => {
  const { id: postId } = await addPost('deep')
  let parentId = await addComment(postId)
  for (let depth = 2; depth <= 5; depth++) parentId = await addComment(postId, { parentId })
  const deepest = await addComment(postId, { parentId })
  const sibling = await addComment(postId, { parentId, answeredId: deepest })
  const { comments } = await read('deep')
  expect(comments.slice(-2)).toMatchObject([
    { id: deepest, depth: 6, parent_id: parentId, reply_to: parentId },
    { id: sibling, depth: 6, parent_id: parentId, reply_to: deepest },
  ])
  expect(comments[0]).toMatchObject({ depth: 1, parent_id: null, reply_to: null, likes: 0 })
})

test('keeps an empty comment in place of a deleted one with replies', async () => {
  const { id: postId } = await addPost('tombstone')
  const deleted = await addComment(postId, { content: 'Regretted', editedAt: new Date() })
  await addComment(postId, { parentId: deleted, content: 'An answer' })
  await addComment(postId, { content: 'Held', status: 'pending' })
  await addComment(postId, { content: 'Junk', status: 'spam' })
  await db().comment.update({ where: { id: deleted }, data: { status: 'deleted' } })
  expect(await read('tombstone')).toMatchObject({
    count: 1,
    comments: [
      { id: deleted, deleted: true, html: '', author_name: '', badge: null, edited_at: null },
      { deleted: false, html: '<p>An answer</p>' },
    ],
  })
})

test('marks edited comments, staff and verified readers', async () => {
  const { id: postId } = await addPost('badges')
  const owner = await addActor('owner')
  const moderator = await addActor('moderator')
  const editedAt = new Date('2025-10-21T08:00:00Z')
  const marks = [
    { staffId: owner.staffId, editedAt },
    { staffId: moderator.staffId },
    { verifiedAt: new Date() },
    {},
  ]
  for (const data of marks)
    await db().comment.update({ where: { id: await addComment(postId) }, data })
  expect((await read('badges')).comments).toMatchObject([
    { badge: 'author', edited_at: '2025-10-21T08:00:00.000Z' },
    { badge: 'moderator', edited_at: null },
    { badge: 'verified' },
    { badge: null },
  ])
})

test('returns sanitised HTML with links that are absolute on the site of the page', async () => {
  await addPage('html.example.org/a')
  const { id } = await db().thread.findUniqueOrThrow({ where: { slug: 'html.example.org/a' } })
  const hostile = '<script>alert(1)</script> <b onclick="x()">b</b>'
  for (const content of [
    hostile,
    '[script](javascript:alert(1))',
    '*emphasis* and [a page](/about), [a comment](#comment-4)',
  ])
    await addComment(id, { content })
  const [escaped, refused, linked] = (await read('html.example.org/a')).comments.map(
    ({ html }) => html,
  )
  expect(escaped).toMatch(/^<p>&#x3C;script/)
  expect(escaped).not.toMatch(/<(?:script|b)\b/)
  expect(refused).not.toContain('<a')
  expect(linked).toContain('<em>emphasis</em>')
  expect(linked).toContain('href="https://html.example.org/about"')
  expect(linked).toContain('href="https://html.example.org/2024/hello?lang=de#comment-4"')
})

test('pages through a thread and returns each comment once', async () => {
  const { id: postId } = await addPost('long')
  const ids: number[] = []
  for (let n = 0; n < 5; n++) {
    const createdAt = new Date(Date.UTC(2025, 9, 20, 9, n))
    ids.push(await addComment(postId, { createdAt }))
  }
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const page = await read('long', { limit: '2', ...(cursor && { cursor }) })
    expect(page.count).toBe(5)
    seen.push(...page.comments.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(seen).toEqual(ids)
})

test('returns 304 without a body if nothing changed, and the limit each time', async () => {
  const client = asNewClient()
  const path = `/api/threads?slug=${encodeURIComponent(page)}`
  const { response } = await server.request(path, { headers: client })
  expect(response.headers.get('ratelimit')).toMatch(/^"threads";r=59;t=60$/)
  const again = await server.request(path, {
    headers: { ...client, 'if-none-match': response.headers.get('etag') ?? '' },
  })
  expect([again.response.status, again.text]).toEqual([304, ''])
  expect(again.response.headers.get('ratelimit')).toMatch(/^"threads";r=58;t=(?:59|60)$/)
})

test('allows any origin to read, and returns 429 after 60 requests in a minute', async () => {
  const headers = { ...asNewClient(), origin: 'https://elsewhere.example' }
  const path = `/api/threads?slug=${encodeURIComponent(page)}`
  const responses = await Promise.all(
    Array.from({ length: 61 }, () => server.request(path, { headers })),
  )
  const statuses = responses.map(({ response }) => response.status)
  expect(statuses.toSorted()).toEqual([...Array(60).fill(200), 429])
  for (const { response } of responses)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test.each([
  ['', 'slug'],
  ['?slug=', 'slug'],
  ['?slug=a&slug=b', 'slug'],
  [`?slug=${'x'.repeat(501)}`, 'slug'],
  ['?slug=a&limit=0', 'limit'],
  ['?slug=a&limit=201', 'limit'],
  ['?slug=a&cursor=forged', 'cursor'],
])('returns 400 for %j', async (query, field) => {
  const { response, json } = await server.request(`/api/threads${query}`, {
    headers: asNewClient(),
  })
  expect(response.status).toBe(400)
  expect(json).toMatchObject({ code: 'invalid-parameters', errors: [{ field }] })
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('returns 405 for %s', async (method) => {
  const { response } = await server.request('/api/threads', { method, headers: asNewClient() })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})
