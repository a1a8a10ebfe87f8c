import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { startServerWithDatabase } from '@/test/servers/server-with-database'

const { server, database, purge } = await startServerWithDatabase()

beforeAll(async () => {
  await database.query(`
    INSERT INTO posts (slug, title, content, published_at) VALUES
      ('hello', 'Hello', 'First words.', '2025-10-01'),
      ('日本', 'Japan', 'First words.', '2025-10-01'), ('race', 'Race', 'Words.', '2025-10-01');
    -- The posts count as shown, so no timer revalidates their pages.
    UPDATE posts SET shown_at = now();
    INSERT INTO post_redirects (slug, post_id) VALUES ('before', 1)`)
})

async function read(path: string): Promise<{ status: number; html: string; cache: string | null }> {
  const response = await fetch(server.url + path, { redirect: 'manual' })
  return {
    status: response.status,
    html: await response.text(),
    cache: response.headers.get('x-nextjs-cache'),
  }
}

test.each(['/posts/hello', `/posts/${encodeURIComponent('日本')}`])(
  '%s is rendered once, and again by the next request after a revalidation',
  async (path) => {
    expect(await read(path)).toMatchObject({
      status: 200,
      html: expect.stringContaining('First words.'),
    })
    await database.query(`UPDATE posts SET content = 'Other words.'`)
    expect(await read(path)).toMatchObject({
      cache: 'HIT',
      html: expect.stringContaining('First words.'),
    })
    await purge()
    expect(await read(path)).toMatchObject({ html: expect.stringContaining('Other words.') })
    expect(await read(path)).toMatchObject({
      cache: 'HIT',
      html: expect.stringContaining('Other words.'),
    })
    await database.query(`UPDATE posts SET content = 'First words.'`)
    await purge()
  },
)

test('the home page is cached until the next revalidation, too', async () => {
  expect((await read('/')).html).toContain('Hello')
  await database.query(`UPDATE posts SET title = 'Good evening' WHERE slug = 'hello'`)
  expect((await read('/')).html).not.toContain('Good evening')
  await purge()
  expect((await read('/')).html).toContain('Good evening')
})

test('a page read before a write and stored after its revalidation is stale', async () => {
  // The render has read the comments and waits for the views, whose table is locked.
  await database.query('BEGIN; LOCK TABLE view_totals IN ACCESS EXCLUSIVE MODE')
  const rendering = read('/posts/race')
  await expect
    .poll(
      async () =>
        (
          await database.query(
            `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'view_totals'::regclass`,
          )
        ).rowCount,
      {
        interval: 20,
      },
    )
    .toBe(1)
  const writer = new pg.Client({ connectionString: server.databaseUrl })
  await writer.connect()
  await writer.query(
    `INSERT INTO comments (post_id, status, author_name, content)
      SELECT id, 'published', 'Ada', 'Written meanwhile' FROM posts WHERE slug = 'race'`,
  )
  await writer.end()
  await purge()
  // This request follows the revalidation while the earlier render is in progress, and must not get
  // its result.
  const joining = read('/posts/race')
  // The test cannot observe when the request arrives.
  await database.query('SELECT pg_sleep(0.2)')
  await database.query('COMMIT')
  expect((await rendering).html).not.toContain('Written meanwhile')
  expect((await joining).html).toContain('Written meanwhile')
  expect(await read('/posts/race')).toMatchObject({
    cache: 'HIT',
    html: expect.stringContaining('Written meanwhile'),
  })
})

test('redirects an old slug to the current one', async () => {
  const response = await fetch(`${server.url}/posts/before`, { redirect: 'manual' })
  expect(response.status).toBe(308)
  expect(response.headers.get('location')).toMatch(/\/posts\/hello$/)
})

test('an unpublished post disappears with the next revalidation', async () => {
  await read('/posts/hello')
  await database.query(`UPDATE posts SET draft = true WHERE slug = 'hello'`)
  await purge()
  expect((await read('/posts/hello')).status).toBe(404)
  await database.query(`UPDATE posts SET draft = false WHERE slug = 'hello'`)
  expect((await read('/posts/hello')).status).toBe(200)
})

test.each(['/feed.xml', '/atom.xml', '/comments.xml', '/posts/hello/comments.xml'])(
  '%s has only absolute URLs, even if SITE_URL is not set',
  async (path) => {
    const { html: feed } = await read(path)
    const urls = [
      ...feed.matchAll(/href="([^"]*)"|<(?:link|comments|wfw:commentRss)>([^<]*)</g),
    ].map(([, href, text]) => href ?? text)
    expect(urls.length).toBeGreaterThan(1)
    for (const url of urls) expect(url).toMatch(/^http:\/\/localhost:\d+\//)
  },
)

test('shows the comments of a post in the order that the owner has chosen', async () => {
  await database.query(`
    INSERT INTO comments (post_id, status, author_name, content, created_at)
    SELECT id, 'published', 'Ada', 'Comment ' || n, timestamptz '2025-10-02' + n * interval '1 day'
      FROM posts, generate_series(1, 2) AS n WHERE slug = 'race'`)
  const shown = async () => {
    await purge()
    return [...(await read('/posts/race')).html.matchAll(/<p>(Comment \d)<\/p>/g)].map(
      ([, text]) => text,
    )
  }
  expect(await shown()).toEqual(['Comment 1', 'Comment 2'])
  await database.query(`INSERT INTO blog_settings (options) VALUES ('{"order": "newest"}')`)
  await expect.poll(shown).toEqual(['Comment 2', 'Comment 1'])
  await database.query('DELETE FROM blog_settings')
})
