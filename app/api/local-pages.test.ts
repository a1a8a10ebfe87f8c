/** Threads of pages on a developer's machine are not shown to anyone else. */
import { beforeAll, expect, test } from 'vitest'
import { GET as getBadge } from '@/app/api/badge/[file]/route'
import { GET as getAnchor } from '@/app/api/comments/anchors/route'
import { GET as getComments } from '@/app/api/comments/route'
import { GET as getCounts } from '@/app/api/counts/route'
import { GET as getThread } from '@/app/api/threads/route'
import { GET as getViews } from '@/app/api/views/route'
import { db } from '@/lib/db/client'
import { type RequestContext, requestContexts } from '@/lib/telemetry/request-context'
import { addComment, addPage, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { newClient } from '@/test/new-client'

await ownDatabase()
const slugs = ['localhost:4321/draft', '127.0.0.1/draft', '[::1]:8080/draft']
const publicSlug = 'blog.example.org/hello'

beforeAll(async () => {
  const origins = slugs.map((slug) => `http://${slug.replace('/draft', '')}`)
  const { id } = await addSite([...origins, 'https://blog.example.org'], { language: 'de' })
  for (const slug of [...slugs, publicSlug]) {
    const threadId = await addPage(id, slug, { title: 'A title', url: `http://${slug}` })
    const commentId = await addComment(threadId)
    await db().importedComment.create({
      data: { postId: threadId, sourceId: 'isso:1', commentId, anchor: 'isso-1' },
    })
    await db().viewCount.create({ data: { postId: threadId, day: new Date(), views: 3 } })
  }
})

type Endpoint = (request: Request) => Promise<Response>
type Headers = Record<string, string>

const read = async (endpoint: Endpoint, slug: string, headers: Headers) =>
  (
    await endpoint(
      new Request(`https://comments.example/api?slug=${encodeURIComponent(slug)}`, {
        headers: { 'x-forwarded-for': newClient(), ...headers },
      }),
    )
  ).json()

const readAll = async (slug: string, headers: Headers = {}) => ({
  comments: await read(getComments, slug, headers),
  counts: await read(getCounts, slug, headers),
  thread: await read(getThread, slug, headers),
  views: await read(getViews, slug, headers),
})

const shown = (slug: string) => ({
  comments: { count: 1, comments: [{ post_slug: slug, content: 'Some words.' }] },
  counts: { counts: [{ slug, comments: 1, views: 3 }] },
  thread: { slug, title: 'A title', count: 1, comments: [{ html: '<p>Some words.</p>' }] },
  views: { views: 3 },
})

test.each([
  ['a page on localhost', { origin: 'http://localhost:4321' }],
  ['a page on the IPv4 loopback address', { origin: 'http://127.0.0.1:8080' }],
  ['a page on the IPv6 loopback address', { origin: 'https://[::1]' }],
  ['a program on the same machine', { 'x-forwarded-for': '127.0.0.1' }],
  ['a program that uses IPv6', { 'x-forwarded-for': '::1' }],
  ['a program that uses a mapped address', { 'x-forwarded-for': '::ffff:127.0.0.1' }],
])('local threads are shown to %s', async (_, headers) => {
  for (const slug of slugs) expect(await readAll(slug, headers)).toMatchObject(shown(slug))
})

test.each([
  ['no page', {}],
  ['a page of the same site', { origin: 'https://blog.example.org' }],
  ['a host that starts with localhost', { origin: 'http://localhost.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a private network', { 'x-forwarded-for': '10.0.0.1' }],
  ['another IPv6 network', { 'x-forwarded-for': '::1:0:0:0:1' }],
])('local threads are empty, like unknown ones, for %s', async (_, headers) => {
  for (const slug of [...slugs, 'LOCALHOST:4321/draft/'])
    expect(await readAll(slug, headers)).toEqual({
      comments: { comments: [], count: 0 },
      counts: { counts: [{ slug: slug.toLowerCase().replace(/\/$/, ''), comments: 0, views: 0 }] },
      thread: expect.objectContaining({
        title: '',
        open: true,
        language: 'de',
        count: 0,
        next_cursor: null,
        comments: [],
      }),
      views: { views: 0 },
    })
  expect(await readAll(publicSlug, headers)).toMatchObject(shown(publicSlug))
})

test('does not show local threads in badges, nor by old permalinks', async () => {
  const request = (origin: string, query = '') =>
    new Request(`https://comments.example/api${query}`, {
      headers: { 'x-forwarded-for': newClient(), origin },
    })
  const slug = 'localhost:4321/draft'
  for (const [origin, views, status] of [
    ['http://localhost:4321', 3, 200],
    ['https://blog.example.org', 0, 404],
  ] as const) {
    const badge = await getBadge(request(origin), {
      params: Promise.resolve({ file: `${slug}.svg` }),
    })
    expect(await badge.text()).toContain(`views: ${views}`)
    const query = `?${new URLSearchParams({ slug, anchor: 'isso-1' })}`
    expect((await getAnchor(request(origin, query))).status).toBe(status)
  }
})

test('does not cache responses about local threads for other clients', async () => {
  const sharedBy = (endpoint: Endpoint, slug: string) => {
    const context: RequestContext = { id: 'any' }
    return requestContexts.run(context, async () => {
      await read(endpoint, slug, { origin: 'http://localhost:4321' })
      return context.sharedBody?.thread
    })
  }
  await db().threadAlias.create({
    data: { slug: 'localhost:4321/alias', thread: { connect: { slug: publicSlug } } },
  })
  for (const endpoint of [getComments, getThread]) {
    expect(await sharedBy(endpoint, publicSlug)).toBe(publicSlug)
    for (const slug of [...slugs, 'localhost:4321/alias'])
      expect(await sharedBy(endpoint, slug)).toBeUndefined()
  }
})
