import { beforeAll, describe, expect, test } from 'vitest'
import { startServerWithDatabase } from '@/test/servers/server-with-database'

const { server, database, purge } = await startServerWithDatabase({
  SITE_URL: 'https://blog.example.org',
})

/**
 * Comments 1 to 30 are on the post. Comments 31 to 60 reply to the first one, and 61 replies to 60.
 * Comment 62 is hidden, 63 is below it, and 64 is on another post.
 */
beforeAll(async () => {
  const comment = `'published', 'Ada', 'Comment ' || n,
    timestamptz '2025-10-02' + n * interval '1 minute'`
  const insert =
    'INSERT INTO comments (post_id, parent_id, status, author_name, content, created_at)'
  await database.query(`
    INSERT INTO posts (slug, title, content, published_at) VALUES
      ('hello', 'Hello', 'Words.', '2025-10-01'), ('日本', 'Japan', 'Words.', '2025-10-01'),
      ('empty', 'Empty', 'Words.', '2025-10-01'), ('hidden', 'Hidden', 'Words.', '2025-10-01');
    UPDATE posts SET noindex = true WHERE slug = 'hidden';
    -- The posts count as shown, so no timer revalidates their pages.
    UPDATE posts SET shown_at = now();
    INSERT INTO post_redirects (slug, post_id) VALUES ('before', 1);
    ${insert} SELECT 1, NULL::integer, ${comment} FROM generate_series(1, 30) AS n;
    ${insert} SELECT 1, 1, ${comment} FROM generate_series(31, 60) AS n;
    ${insert} SELECT 1, 60, ${comment} FROM generate_series(61, 61) AS n;
    ${insert} VALUES (1, 2, 'spam', 'Eve', 'Buy', now());
    ${insert} VALUES (1, 62, 'published', 'Ada', 'Answer to spam', now());
    ${insert} SELECT 2, NULL, ${comment} FROM generate_series(64, 64) AS n;
    ${insert} SELECT 4, NULL, ${comment} FROM generate_series(65, 65) AS n;
    ${insert} SELECT 4, 65, ${comment} FROM generate_series(66, 66) AS n`)
})

async function read(path: string, init: RequestInit = {}) {
  const response = await fetch(server.url + path, { redirect: 'manual', ...init })
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    cache: response.headers.get('x-nextjs-cache'),
  }
}

const shownIds = (html: string): number[] =>
  [...html.matchAll(/<article id="comment-(\d+)"/g)].map(([, id]) => Number(id))
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

const pages = [
  '/posts/hello',
  '/posts/hello/comments/newest',
  '/posts/hello/comments/before/6',
  '/posts/hello/comments/best',
  '/posts/hello/comments/after/25',
  '/posts/hello/comments/1',
  '/posts/hello/comments/1/after/40',
  `/posts/${encodeURIComponent('日本')}`,
  `/posts/${encodeURIComponent('日本')}/comments/64`,
  `/posts/${encodeURIComponent('日本')}/comments.xml`,
  '/posts/hello/comments.xml',
  '/comments.xml',
]

describe('200', () => {
  test('shows the first threads of the post and links to the rest of each', async () => {
    const { text } = await read('/posts/hello')
    expect(shownIds(text)).toEqual([1, ...numbers(31, 40), ...numbers(2, 25)])
    for (const path of ['1/after/40', 'after/25#comments', 'newest#comments'])
      expect(text).toContain(`href="/posts/hello/comments/${path}"`)
  })

  test('pages through the later threads and through the newest', async () => {
    expect(shownIds((await read('/posts/hello/comments/after/25')).text)).toEqual(numbers(26, 30))
    const newest = await read('/posts/hello/comments/newest')
    expect(shownIds(newest.text)).toEqual(numbers(6, 30).reverse())
    expect(newest.text).toContain('href="/posts/hello/comments/before/6#comments"')
    expect(shownIds((await read('/posts/hello/comments/before/6')).text)).toEqual([
      5,
      4,
      3,
      2,
      1,
      ...numbers(31, 40),
    ])
  })

  test('shows a comment with its parent and its replies', async () => {
    const { text } = await read('/posts/hello/comments/60')
    expect(shownIds(text)).toEqual([60, 61])
    expect(text).toContain('href="/posts/hello/comments/1#comment-1"')
    expect(shownIds((await read('/posts/hello/comments/1')).text)).toEqual([1, ...numbers(31, 55)])
    expect(shownIds((await read('/posts/hello/comments/1/after/55')).text)).toEqual([
      1,
      ...numbers(56, 61),
    ])
  })

  test.each(pages)(
    '%s is rendered once, and again by the next request after a revalidation',
    async (path) => {
      const word = `Changed for ${path}`
      await read(path)
      expect((await read(path)).cache).toBe('HIT')
      await database.query(`UPDATE comments SET content = $1`, [word])
      expect((await read(path)).text).not.toContain(word)
      await purge()
      expect((await read(path)).text).toContain(word)
      expect(await read(path)).toMatchObject({ cache: 'HIT', text: expect.stringContaining(word) })
    },
  )

  const robots = async (path: string) =>
    /<meta name="robots" content="([^"]+)"/.exec((await read(path)).text)?.[1]

  test('search engines index neither a hidden post nor its comments', async () => {
    expect(await robots('/posts/hidden')).toBe('noindex')
    expect(await robots('/posts/hidden/comments/65')).toBe('noindex, follow')
    expect((await read('/posts/hidden.md')).headers.get('x-robots-tag')).toBe('noindex')
    expect(await robots('/posts/hello/comments/1')).toBeUndefined()
    expect((await read('/posts/hello.md')).headers.get('x-robots-tag')).toBeNull()
  })

  test('search engines index each comment on one page', async () => {
    expect(await robots('/posts/hello/comments/newest')).toBe('noindex, follow')
    expect(await robots('/posts/hello/comments/61')).toBe('noindex, follow')
    expect(await robots('/posts/hello/comments/after/25')).toBeUndefined()
    expect((await read('/posts/hello/comments/after/25')).text).toContain(
      '<link rel="canonical" href="https://blog.example.org/posts/hello/comments/after/25"/>',
    )
  })
})

describe('200, as a feed', () => {
  test.each(['/posts/hello/comments.xml', '/comments.xml'])(
    '%s contains its own URL and the newest comments',
    async (path) => {
      const { headers, text } = await read(path)
      expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
      expect(text.match(/<entry>/g)).toHaveLength(50)
      expect(text).toContain(
        `<link rel="self" type="application/atom+xml" href="https://blog.example.org${path}"/>`,
      )
      expect(text).not.toContain('Answer to spam')
      const links = [
        ...(await read('/posts/hello')).text.matchAll(
          /<link rel="alternate" type="application\/atom\+xml" href="([^"]+)"/g,
        ),
      ]
      expect(links.map(([, href]) => new URL(href ?? '', server.url).pathname)).toContain(path)
    },
  )

  test('returns 304 without a body if nothing changed', async () => {
    for (const path of ['/posts/hello/comments.xml', '/comments.xml']) {
      const etag = (await read(path)).headers.get('etag') ?? ''
      expect(etag).not.toBe('')
      await expect
        .poll(async () => (await read(path, { headers: { 'if-none-match': etag } })).status)
        .toBe(304)
      expect((await read(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    }
  })

  test('returns a valid empty feed for a post without comments', async () => {
    const { status, text } = await read('/posts/empty/comments.xml')
    expect(status).toBe(200)
    expect(text).not.toContain('<entry>')
    expect(text).toContain('<updated>2025-10-01T00:00:00.000Z</updated>')
  })
})

describe('308', () => {
  test.each([
    '/comments/1',
    '/comments/1/after/40',
    '/comments/after/25',
    '/comments/before/6',
    '/comments/newest',
    '/comments/best/after/6',
    '/comments.xml',
  ])('redirects an old slug to the current one and keeps %s', async (place) => {
    const { status, headers } = await read(`/posts/before${place}`)
    expect(status).toBe(308)
    expect(headers.get('location')).toMatch(new RegExp(`/posts/hello${place}$`))
  })
})

describe('404, not cached', () => {
  test.each([
    '/posts/hello/comments/62',
    '/posts/hello/comments/63',
    '/posts/hello/comments/64',
    '/posts/hello/comments/999',
    '/posts/hello/comments/0',
    '/posts/hello/comments/01',
    '/posts/hello/comments/-1',
    '/posts/hello/comments/1.5',
    '/posts/hello/comments/2147483648',
    '/posts/hello/comments/99999999999999999999',
    '/posts/hello/comments/x',
    '/posts/hello/comments/1/after/2',
    '/posts/hello/comments/1/after/60',
    '/posts/hello/comments/2/after/31',
    '/posts/hello/comments/after/30',
    '/posts/hello/comments/after/64',
    '/posts/hello/comments/after/31',
    '/posts/hello/comments/before/1',
    '/posts/empty/comments/newest',
    '/posts/hello/comments/best/30',
    '/posts/nothing/comments/1',
    '/posts/nothing/comments/newest',
    '/posts/nothing/comments.xml',
    '/posts/%25ff/comments.xml',
    '/comments/other.xml',
  ])('%s', async (path) => {
    expect((await read(path)).status).toBe(404)
    expect(await read(path)).toMatchObject({
      status: 404,
      cache: expect.not.stringContaining('HIT'),
    })
  })

  test('a deleted comment disappears with the next revalidation', async () => {
    expect((await read('/posts/hello/comments/30')).status).toBe(200)
    await database.query(`UPDATE comments SET status = 'deleted' WHERE id = 30`)
    await purge()
    expect((await read('/posts/hello/comments/30')).status).toBe(404)
    expect((await read('/comments.xml')).text).not.toContain('comments/30#')
  })
})

test('the default order has the URL of the post, and other orders have their own', async () => {
  await database.query(`INSERT INTO blog_settings (options) VALUES ('{"order": "newest"}')`)
  await purge()
  const { text } = await read('/posts/hello')
  expect(shownIds(text)[0]).toBe(29)
  for (const place of ['oldest', 'best', 'before/5'])
    expect(text).toContain(`href="/posts/hello/comments/${place}#comments"`)
  const oldest = await read('/posts/hello/comments/oldest')
  expect(shownIds(oldest.text)[0]).toBe(1)
  expect(oldest.text).toContain('href="/posts/hello#comments"')
  expect(shownIds((await read('/posts/hello/comments/after/25')).text)[0]).toBe(26)
  expect(shownIds((await read('/posts/hello/comments/newest')).text)[0]).toBe(29)
})
