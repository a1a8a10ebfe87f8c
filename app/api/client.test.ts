import { createHash } from 'node:crypto'
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
  type Counts,
  createClient,
  type LinkPreview,
  type NewComment,
  type Problem,
  ProblemError,
  type SearchHit,
  type SearchPage,
  type Thread,
  type ThreadComment,
} from '@/lib/client'
import { asNewClient, firefox, newClient } from '@/test/new-client'
import { isNightly } from '@/test/nightly'
import { startServer } from '@/test/servers/server'

const server = await startServer({ TRUSTED_PROXY_HOPS: '1', COMMENT_FLOOD_AFTER: '100000' })
const database = new pg.Client({ connectionString: server.databaseUrl })

/** Sends requests like a browser on a new network. */
const asNewcomer: typeof fetch = (input, init) => {
  const headers = { ...init?.headers, ...asNewClient(), 'user-agent': firefox }
  return fetch(input, { ...init, headers })
}
const blog = createClient(server.url, { fetch: asNewcomer })

beforeAll(async () => {
  await database.connect()
  await database.query(
    `INSERT INTO posts (slug, title, content, published_at)
      VALUES ('hello', 'Hello', 'Words.', '2025-10-01')`,
  )
})
afterAll(() => database.end())

/** Returns the error code of a failed call. */
async function codeOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProblemError))
    throw new Error('the error is not a problem document', { cause: error })
  return error.problem.code
}

/** Starts a server that returns the `responses` in order. */
async function serve(
  responses: { status: number; headers?: Record<string, string>; body: string }[],
) {
  let requests = 0
  const service = createServer((_, response) => {
    const { status, headers, body } = responses[Math.min(requests++, responses.length - 1)] ?? {
      status: 500,
      body: '',
    }
    response.writeHead(status, headers).end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => service.once('listening', resolve))
  afterAll(() => void service.close())
  const { port } = service.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests: () => requests }
}

test('creates, reads, edits and deletes a comment', async () => {
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

test('creates one comment for one idempotency key', async () => {
  const comment = { slug: 'hello', content: 'Said once.', author_name: 'Ada' }
  const options = { idempotencyKey: 'a-key-of-the-test' }
  const first = await blog.addComment(comment, options)
  const second = await blog.addComment(comment, options)
  // Each request comes from a different network, so only the first one gets the token.
  expect(first).toEqual({ ...second, edit_token: expect.any(String) })
})

test('iterates over all pages of a thread in order and returns each comment once', async () => {
  await database.query(`
    INSERT INTO posts (slug, title, content, published_at)
      VALUES ('long', 'Long', 'Words.', '2025-10-01');
    INSERT INTO comments (post_id, status, author_name, content, created_at)
    SELECT posts.id, 'published', 'Ada', 'Number ' || n, now() + n * interval '1 second'
    FROM posts, generate_series(1, 7) AS n WHERE slug = 'long'`)
  const contents: string[] = []
  for await (const { comments } of blog.commentPages('long', { limit: 3 }))
    contents.push(...comments.map(({ content }) => content))
  expect(contents).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `Number ${n}`))
})

test('counts and reads a view', async () => {
  const key = { idempotencyKey: 'one-look-of-the-test' }
  expect(await blog.recordView('hello', key)).toEqual({ views: 1, counted: true })
  expect(await blog.recordView('hello', key)).toEqual({
    views: 1,
    counted: false,
    reason: 'already-counted',
  })
  expect(await blog.getViews('hello')).toBe(1)
})

test('finds a post by its words, page by page', async () => {
  await database.query(`INSERT INTO posts (slug, title, content, tags, published_at)
    SELECT 'found-' || n, 'Quokka number ' || n, 'Words.', '{animals}',
    timestamptz '2025-09-01 00:00Z' - n * interval '1 hour' FROM generate_series(1, 21) AS n`)
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

test('throws an error with its code and the invalid fields', async () => {
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

/** Posts for which a static site is built. */
const builtSlugs = Array.from({ length: 1_000 }, (_, n) => `built-${n}`)

test('a build of 1,000 pages gets all counts in a few requests', async () => {
  await database.query(`INSERT INTO posts (slug, title, content, published_at)
    SELECT 'built-' || n, 'Built', 'Words.', '2025-10-01' FROM generate_series(0, 999) AS n`)
  await database.query(`INSERT INTO comments (post_id, status, author_name, content)
    SELECT id, 'published', 'Ada', 'Words.' FROM posts WHERE slug = 'built-77'`)
  let requests = 0
  const client = createClient(server.url, {
    fetch: (...args) => {
      requests++
      return asNewcomer(...args)
    },
  })
  const counts = await Promise.all(builtSlugs.map((slug) => client.getCounts(slug)))
  expect(requests).toBeLessThanOrEqual(10)
  expect(counts.map(({ slug }) => slug)).toEqual(builtSlugs)
  expect(counts[77]).toEqual({ slug: 'built-77', comments: 1, views: 0 })
  expect(counts.filter(({ comments }) => comments > 0)).toHaveLength(1)
})

test('a build of many pages gets all threads, although the server limits them', async () => {
  const slugs = builtSlugs.slice(0, isNightly ? 1_000 : 200)
  let network = newClient()
  let refused = 0
  const client = createClient(server.url, {
    // Simulates the minute that the client waits after a 429: the next request comes from a new
    // network, because the test cannot advance the server's clock.
    fetch: async (input, init) => {
      const used = network
      const headers = { ...init?.headers, 'x-forwarded-for': used }
      const response = await fetch(input, { ...init, headers })
      if (response.status !== 429) return response
      refused++
      expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60)
      if (network === used) network = newClient()
      const problem = await response.text()
      return new Response(problem, {
        status: 429,
        headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '0' },
      })
    },
  })
  const threads = await Promise.all(slugs.map((slug) => client.getThread(slug)))
  expect(threads.map(({ slug }) => slug)).toEqual(slugs)
  expect(threads[77]).toMatchObject({ count: 1, comments: [{ html: '<p>Words.</p>', depth: 1 }] })
  expect(refused).toBeGreaterThanOrEqual(Math.floor(slugs.length / 60))
}, 240_000)

test('a refused slug does not affect the counts of others', async () => {
  const slugs = ['hello', ' ', 'x'.repeat(501), 'ü'.repeat(400), 'unknown']
  const results = await Promise.allSettled(slugs.map((slug) => blog.getCounts(slug)))
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
})

test('a server writes to the pages of its site with its key, on behalf of readers', async () => {
  const siteKey = 'the-key-of-the-site'
  const { rows } = await database.query(
    `INSERT INTO sites (name, origins, key_hash) VALUES ('Example', '{http://localhost:4321}', $1)
      RETURNING id`,
    [createHash('sha256').update(siteKey).digest('hex')],
  )
  await database.query(`INSERT INTO site_hosts (host, site_id) VALUES ('localhost:4321', $1)`, [
    rows[0].id,
  ])
  const site = createClient(server.url, { fetch: asNewcomer, siteKey, retryAfterMax: 0 })
  const comment = { slug: 'localhost:4321/a', title: 'A page', author_name: 'Ada' }
  const reader = { clientAddress: '198.51.100.7' }
  for (const nth of ['First', 'Second', 'Third', 'Fourth', 'Fifth'])
    await site.addComment({ ...comment, content: `${nth} words of a reader.` }, reader)
  const sixth = { ...comment, content: 'Sixth words of a reader.' }
  expect(await codeOf(site.addComment(sixth, reader))).toBe('too-many-requests')
  await site.addComment(sixth, { clientAddress: '198.51.100.8' })
  expect(await site.recordView(comment.slug, { title: 'A page', ...reader })).toEqual({
    views: 1,
    counted: true,
  })
  const local = createClient(server.url, {
    fetch: (input, init) =>
      asNewcomer(input, {
        ...init,
        headers: { ...init?.headers, origin: 'http://localhost:4321' },
      }),
  })
  const thread = await local.getThread(comment.slug)
  expect(thread).toMatchObject({ title: 'A page', url: 'http://localhost:4321/a', count: 6 })
  expect(await local.getCounts(comment.slug)).toMatchObject({ comments: 6, views: 1 })
  // Only pages on localhost can see a localhost thread.
  expect(await site.getThread(comment.slug)).toMatchObject({ title: '', comments: [] })
  const forged = createClient(server.url, { fetch: asNewcomer, siteKey: 'another-key' })
  expect(await codeOf(forged.addComment(sixth))).toBe('cross-site')
  const unknown = { ...sixth, slug: 'elsewhere.example/a' }
  expect(await codeOf(site.addComment(unknown))).toBe('site-unknown')
})

test('waits for a rate limit more often than for an unavailable server', async () => {
  const limited = {
    status: 429,
    headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '0' },
    body: '{"status":429,"code":"too-many-requests"}',
  }
  const { url, requests } = await serve([...Array(6).fill(limited), { status: 200, body: '{}' }])
  await createClient(url).getThread('hello')
  expect(requests()).toBe(7)
})

test('stops waiting when its signal is aborted', async () => {
  const { url, requests } = await serve([
    {
      status: 429,
      headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '60' },
      body: '{"status":429,"code":"too-many-requests"}',
    },
  ])
  const stopped = new AbortController()
  const client = createClient(url, {
    fetch: async (...args) => {
      const response = await fetch(...args)
      // By then, the client waits for its next attempt.
      setImmediate(() => setImmediate(() => stopped.abort()))
      return response
    },
  })
  await expect(client.getThread('hello', { signal: stopped.signal })).rejects.toThrow()
  expect(requests()).toBe(1)
})

test('retries an unavailable server with the same key after Retry-After', async () => {
  const away = {
    status: 503,
    headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '0' },
    body: '{"status":503,"code":"database-unavailable"}',
  }
  const { url, requests } = await serve([away, away, { status: 200, body: '{"views":3}' }])
  expect(await createClient(url).getViews('hello')).toBe(3)
  expect(requests()).toBe(3)
})

test('gives up after repeated failures and does not wait for a long Retry-After', async () => {
  const away = {
    status: 503,
    headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '0' },
    body: '{"status":503,"code":"database-unavailable"}',
  }
  const patient = await serve([away])
  expect(await codeOf(createClient(patient.url).getViews('hello'))).toBe('database-unavailable')
  expect(patient.requests()).toBe(3)
  const busy = await serve([{ ...away, headers: { ...away.headers, 'Retry-After': '3600' } }])
  expect(await codeOf(createClient(busy.url).getViews('hello'))).toBe('database-unavailable')
  expect(busy.requests()).toBe(1)
})

test('reports a response that is not a problem document', async () => {
  const { url } = await serve([
    { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad gateway</h1>' },
  ])
  await expect(createClient(url).getViews('hello')).rejects.toMatchObject({
    problem: { status: 502, code: 'unknown' },
  })
})

/** Compiles only if the names match the fields of the type exactly. */
const names = <T>(keys: Record<keyof T, true>) => Object.keys(keys).sort()

test('has the type names of openapi.yaml', () => {
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
  expect(names<Counts>({ slug: true, comments: true, views: true })).toEqual(described('Counts'))
  expect(
    names<Thread>({
      slug: true,
      title: true,
      url: true,
      open: true,
      language: true,
      count: true,
      likes: true,
      reactions: true,
      next_cursor: true,
      comments: true,
    }),
  ).toEqual(described('Thread'))
  expect(
    names<ThreadComment>({
      id: true,
      parent_id: true,
      reply_to: true,
      html: true,
      author_name: true,
      badge: true,
      created_at: true,
      edited_at: true,
      pinned: true,
      deleted: true,
      depth: true,
      likes: true,
    }),
  ).toEqual(described('ThreadComment'))
  expect(
    names<Problem>({
      type: true,
      title: true,
      status: true,
      detail: true,
      code: true,
      errors: true,
      requestId: true,
    }),
  ).toEqual(described('Problem'))
  expect(
    names<SearchPage>({ hits: true, count: true, has_older: true, similar_words: true }),
  ).toEqual(described('SearchPage'))
  expect(
    names<SearchHit>({ slug: true, title: true, excerpt: true, tags: true, published_at: true }),
  ).toEqual(described('SearchHit'))
  // The two fields of the form are not part of the API.
  const form = ['stamp', 'website']
  expect(
    names<NewComment>({
      slug: true,
      title: true,
      url: true,
      content: true,
      author_name: true,
      parent_id: true,
      author_email: true,
    }),
  ).toEqual(described('NewComment').filter((name) => !form.includes(name)))
})

test('works as a single copied file', () => {
  expect(readFileSync('lib/client.ts', 'utf8')).not.toMatch(/^\s*import\b|\brequire\(/m)
})
