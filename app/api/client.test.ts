import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  type AddedComment,
  type Comment,
  type CommentPage,
  createClient,
  type LinkPreview,
  type NewComment,
  type Problem,
  ProblemError,
  type SearchHit,
  type SearchPage,
} from '@/lib/client'
import { asNewClient, firefox } from '@/test/new-client'
import { startServer } from '@/test/servers/server'

const server = await startServer({ TRUSTED_PROXY_HOPS: '1', COMMENT_FLOOD_AFTER: '100000' })
const database = new pg.Client({ connectionString: server.databaseUrl })

/** As a browser of a network of its own would send it. */
const asNewcomer: typeof fetch = (input, init) => {
  const headers = { ...init?.headers, ...asNewClient(), 'user-agent': firefox }
  return fetch(input, { ...init, headers })
}
const blog = createClient(server.url, { fetch: asNewcomer })

beforeAll(async () => {
  await database.connect()
  await database.query(
    `INSERT INTO posts (slug, title, content, published_at) VALUES ('hello', 'Hello', 'Words.', '2025-10-01')`,
  )
})
afterAll(() => database.end())

/** The code of the fault that a call ends with. */
async function codeOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProblemError))
    throw new Error('it did not end with a problem', { cause: error })
  return error.problem.code
}

/** Starts a service that answers what `answers` has, one after the other. */
async function serve(
  answers: { status: number; headers?: Record<string, string>; body: string }[],
) {
  let asked = 0
  const service = createServer((_, response) => {
    const { status, headers, body } = answers[Math.min(asked++, answers.length - 1)] ?? {
      status: 500,
      body: '',
    }
    response.writeHead(status, headers).end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => service.once('listening', resolve))
  afterAll(() => void service.close())
  const { port } = service.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked: () => asked }
}

test('a comment is written, read, changed and deleted', async () => {
  const added = await blog.addComment({
    slug: 'hello',
    content: 'A word about it.',
    author_name: 'Ada',
  })
  expect(added).toMatchObject({ post_slug: 'hello', status: 'published', replies: [] })
  expect(await blog.getComments('hello')).toMatchObject({
    count: 1,
    comments: [{ id: added.id }],
    next: undefined,
  })
  const token = added.edit_token ?? ''
  expect(await blog.editComment(added.id, token, 'Another word.')).toMatchObject({
    content: 'Another word.',
  })
  await blog.deleteComment(added.id, token)
  expect(await blog.getComments('hello')).toMatchObject({ count: 0 })
})

test('the same key makes one comment', async () => {
  const comment = { slug: 'hello', content: 'Said once.', author_name: 'Ada' }
  const options = { idempotencyKey: 'a-key-of-the-test' }
  const [first, second] = [
    await blog.addComment(comment, options),
    await blog.addComment(comment, options),
  ]
  // Each request comes from a network of its own: only the first gets the token.
  expect(first).toEqual({ ...second, edit_token: expect.any(String) })
})

test('all pages of a thread are walked, in order, each comment once', async () => {
  await database.query(`
    INSERT INTO posts (slug, title, content, published_at) VALUES ('long', 'Long', 'Words.', '2025-10-01');
    INSERT INTO comments (post_id, status, author_name, content, created_at)
    SELECT posts.id, 'published', 'Ada', 'Number ' || n, now() + n * interval '1 second' FROM posts, generate_series(1, 7) AS n WHERE slug = 'long'`)
  const said: string[] = []
  for await (const { comments } of blog.commentPages('long', { limit: 3 }))
    said.push(...comments.map(({ content }) => content))
  expect(said).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `Number ${n}`))
})

test('a view is counted, and read', async () => {
  const key = { idempotencyKey: 'one-look-of-the-test' }
  expect(await blog.recordView('hello', key)).toEqual({ views: 1, counted: true })
  expect(await blog.recordView('hello', key)).toEqual({
    views: 1,
    counted: false,
    reason: 'already-counted',
  })
  expect(await blog.getViews('hello')).toBe(1)
})

test('a post is found by its words, page by page', async () => {
  await database.query(`INSERT INTO posts (slug, title, content, tags, published_at)
    SELECT 'found-' || n, 'Quokka number ' || n, 'Words.', '{animals}', timestamptz '2025-09-01 00:00Z' - n * interval '1 hour' FROM generate_series(1, 21) AS n`)
  const first = await blog.search('"quokka number" -absent')
  expect(first).toMatchObject({ count: 21, similar_words: [] })
  expect(first.hits).toHaveLength(20)
  const { hits } = await blog.search('"quokka number" -absent', { page: 2 })
  expect(hits).toMatchObject([
    { slug: 'found-21', tags: ['animals'], published_at: '2025-08-31T03:00:00.000Z' },
  ])
  expect(hits[0]?.title.filter(({ is_marked }) => is_marked).map(({ text }) => text)).toEqual([
    'Quokka number',
  ])
  expect(await blog.search('quoka')).toMatchObject({ count: 21, similar_words: ['quokka'] })
  expect(await codeOf(blog.search('  '))).toBe('invalid-parameters')
})

test('a fault says its code, and what was wrong with each field', async () => {
  expect(
    await codeOf(blog.addComment({ slug: 'nowhere', content: 'A word.', author_name: 'Ada' })),
  ).toBe('not-found')
  expect(await codeOf(blog.getLinkPreview('http://127.0.0.1/'))).toBe('invalid-url')
  const { id } = await blog.addComment({
    slug: 'hello',
    content: 'Not for others to change.',
    author_name: 'Ada',
  })
  expect(await codeOf(blog.editComment(id, 'no token', 'Words.'))).toBe('unauthorized')
  await expect(
    blog.addComment({ slug: 'hello', content: '', author_name: '' }),
  ).rejects.toMatchObject({
    problem: {
      code: 'invalid-parameters',
      errors: [{ field: 'content' }, { field: 'author_name' }],
    },
  })
})

test('a service that is away for a moment is asked again, with the same key, after as long as it says', async () => {
  const away = {
    status: 503,
    headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '0' },
    body: '{"status":503,"code":"database-unavailable"}',
  }
  const { url, asked } = await serve([away, away, { status: 200, body: '{"views":3}' }])
  expect(await createClient(url).getViews('hello')).toBe(3)
  expect(asked()).toBe(3)
})

test('one that stays away is given up, and one that asks for long is not waited for', async () => {
  const away = {
    status: 503,
    headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '0' },
    body: '{"status":503,"code":"database-unavailable"}',
  }
  const patient = await serve([away])
  expect(await codeOf(createClient(patient.url).getViews('hello'))).toBe('database-unavailable')
  expect(patient.asked()).toBe(3)
  const busy = await serve([{ ...away, headers: { ...away.headers, 'Retry-After': '60' } }])
  expect(await codeOf(createClient(busy.url).getViews('hello'))).toBe('database-unavailable')
  expect(busy.asked()).toBe(1)
})

test('what is no problem document is told as one', async () => {
  const { url } = await serve([
    { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad gateway</h1>' },
  ])
  await expect(createClient(url).getViews('hello')).rejects.toMatchObject({
    problem: { status: 502, code: 'unknown' },
  })
})

/** Every name of a type, no more and no less, or it does not compile. */
const names = <T>(keys: Record<keyof T, true>) => Object.keys(keys).sort()

test('its types have the names that openapi.yaml has', () => {
  const { schemas } = parse(readFileSync('openapi.yaml', 'utf8')).components
  const described = (schema: string) => Object.keys(schemas[schema].properties).sort()
  const comment = {
    id: true,
    post_slug: true,
    content: true,
    author_name: true,
    created_at: true,
    replies: true,
  } as const
  expect(names<Comment>(comment)).toEqual(described('Comment'))
  expect(names<AddedComment>({ ...comment, status: true, edit_token: true })).toEqual(
    described('AddedComment'),
  )
  expect(names<CommentPage>({ comments: true, count: true })).toEqual(described('CommentPage'))
  expect(
    names<LinkPreview>({
      title: true,
      description: true,
      image: true,
      siteName: true,
      url: true,
      favicon: true,
    }),
  ).toEqual(described('LinkPreview'))
  expect(
    names<Problem>({
      type: true,
      title: true,
      status: true,
      detail: true,
      code: true,
      errors: true,
    }),
  ).toEqual(described('Problem'))
  expect(
    names<SearchPage>({ hits: true, count: true, has_older: true, similar_words: true }),
  ).toEqual(described('SearchPage'))
  expect(
    names<SearchHit>({ slug: true, title: true, excerpt: true, tags: true, published_at: true }),
  ).toEqual(described('SearchHit'))
  // The form's own two fields are no business of a program.
  const form = ['stamp', 'website']
  expect(
    names<NewComment>({
      slug: true,
      content: true,
      author_name: true,
      parent_id: true,
      author_email: true,
    }),
  ).toEqual(described('NewComment').filter((name) => !form.includes(name)))
})

test('it stands alone: a copy of the one file is enough', () => {
  expect(readFileSync('lib/client.ts', 'utf8')).not.toMatch(/^\s*import\b|\brequire\(/m)
})
