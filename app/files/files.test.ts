import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { isNightly } from '@/test/nightly'
import { startServer } from '@/test/servers/server'
import { startServerWithDatabase } from '@/test/servers/server-with-database'

const origin = 'https://blog.example'
const { server, database, purge } = await startServerWithDatabase({ SITE_URL: origin })

const content = '# As written\r\n\r\n“Words”,\ttabs and `code`.\n\nhttps://card.example/page\n'

beforeAll(async () => {
  await database.query(
    `INSERT INTO posts (slug, title, summary, content, tags, published_at, updated_at) VALUES
      ('hello', 'Hello: a [title]', 'A summary', $1, '{C++}', '2025-10-01T10:00:00Z',
      '2025-10-05T10:00:00Z'),
      ('日本.v2', 'Japan', '', 'Words.', '{}', '2025-10-02T10:00:00Z', '2025-10-02T10:00:00Z'),
      ('later', 'Secret later', '', 'Secret.', '{secret}', now() + interval '1 day', now())`,
    [content],
  )
  await database.query(
    `INSERT INTO posts (slug, title, content, tags, draft, published_at)
      VALUES ('draft', 'Secret', 'Secret.', '{secret}', true, '2025-10-01')`,
  )
  await database.query(
    `INSERT INTO post_redirects (slug, post_id) SELECT 'before', id FROM posts
      WHERE slug = 'hello'`,
  )
})

async function read(path: string) {
  const response = await fetch(server.url + path, { redirect: 'manual' })
  return { response, text: await response.text() }
}

test('the sitemap lists every post, year and tag with the date of its last change', async () => {
  const { response, text } = await read('/sitemap.xml')
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(text).toContain(
    `<loc>${origin}/posts/hello</loc><lastmod>2025-10-05T10:00:00.000Z</lastmod>`,
  )
  for (const list of ['/', '/archive', '/tags'])
    expect(text).toContain(`<loc>${origin}${list}</loc><lastmod>2025-10-02T10:00:00.000Z</lastmod>`)
  expect(text).toContain(
    `<loc>${origin}/posts/${encodeURIComponent('日本.v2')}</loc>` +
      '<lastmod>2025-10-02T10:00:00.000Z</lastmod>',
  )
  expect(text).toContain(
    `<loc>${origin}/tags/C%2B%2B</loc><lastmod>2025-10-01T10:00:00.000Z</lastmod>`,
  )
  expect(text).not.toMatch(/secret|later|draft/i)
  expect((await read('/sitemap-1.xml')).response.status).toBe(404)
})

test('the sitemap is rendered again after a revalidation', async () => {
  await read('/sitemap.xml')
  await database.query(`UPDATE posts SET updated_at = '2025-11-01' WHERE slug = 'hello'`)
  await purge()
  expect((await read('/sitemap.xml')).text).toContain('2025-11-01')
})

test('robots.txt excludes pages for staff, for a single reader and for programs', async () => {
  const { text } = await read('/robots.txt')
  for (const path of ['/admin', '/preview/', '/api/', '/invitations/'])
    expect(text).toContain(`Disallow: ${path}`)
  expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`)
})

test('llms.txt lists the Markdown files of the posts', async () => {
  const { response, text } = await read('/llms.txt')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(text).toMatch(/^# Afterword\n\n> /)
  expect(text).toContain(`- [Hello: a \\[title\\]](${origin}/posts/hello.md): A summary\n`)
  expect(text).not.toMatch(/secret/i)
})

test('opensearch.xml links to the search', async () => {
  const { response, text } = await read('/opensearch.xml')
  expect(response.headers.get('content-type')).toBe(
    'application/opensearchdescription+xml; charset=utf-8',
  )
  expect(text).toContain(`template="${origin}/search?q={searchTerms}"`)
})

test('a post’s Markdown contains the front matter and the author’s text', async () => {
  const { response, text } = await read('/posts/hello.md')
  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(response.headers.get('link')).toContain(`<${origin}/posts/hello>; rel="canonical"`)
  const [, header = '', body] = /^---\n([\s\S]*?)---\n\n([\s\S]*)$/.exec(text) ?? []
  expect(parse(header)).toMatchObject({
    title: 'Hello: a [title]',
    summary: 'A summary',
    tags: ['C++'],
    url: `${origin}/posts/hello`,
  })
  expect(body).toBe(content)
})

test('a slug with a dot or in another script has a Markdown file, too', async () => {
  expect((await read(`/posts/${encodeURIComponent('日本.v2')}.md`)).text).toContain('Words.')
})

test('unpublished posts have no Markdown, and an old slug redirects to the new one', async () => {
  for (const slug of ['draft', 'later', 'nothing', '%2F', 'a%2Fb'])
    expect((await read(`/posts/${slug}.md`)).response.status, slug).toBe(404)
  const { response } = await read('/posts/before.md')
  expect([response.status, response.headers.get('location')]).toEqual([308, '/posts/hello.md'])
})

if (isNightly)
  describe('with thousands of posts', () => {
    let large: Awaited<ReturnType<typeof startServer>>
    const readLarge = async (path: string) => (await fetch(large.url + path)).text()

    beforeAll(async () => {
      large = await startServer({ SITE_URL: origin })
      const client = new pg.Client({ connectionString: large.databaseUrl })
      await client.connect()
      await client.query(`
      INSERT INTO posts (slug, title, content, tags, published_at, updated_at)
      SELECT 'post-' || n, 'T', 'W', '{many}', '2025-01-01'::timestamptz - n * interval '1 hour',
      '2025-01-01'::timestamptz - n * interval '1 hour' FROM generate_series(1, 5001) AS n;
      UPDATE posts SET updated_at = '2025-03-01' WHERE slug = 'post-5001';
      INSERT INTO posts (slug, title, content, tags, draft, published_at) VALUES
        ('secret-draft', 'T', 'W', '{secret}', true, '2025-01-01'),
        ('secret-later', 'T', 'W', '{secret}', false, now() + interval '1 day')`)
      await client.end()
    })

    test('the sitemap lists each address once', async () => {
      const addresses = [...(await readLarge('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
        ([, location = '']) => location.replace(origin, ''),
      )
      const some = ['/', '/tags/many', '/posts/post-1', '/posts/post-5001', '/privacy']
      expect(addresses).toEqual(expect.arrayContaining(some))
      expect(addresses.join()).not.toContain('secret')
      // In addition to the posts: three lists, three pages and the tag.
      expect([addresses.length, new Set(addresses).size]).toEqual([5_001 + 7, 5_001 + 7])
    })

    test('llms.txt lists the newest 200 posts and links to the full list', async () => {
      const text = await readLarge('/llms.txt')
      const slugs = [...text.matchAll(/\/posts\/(.*?)\.md\)/g)].map(([, slug]) => slug)
      expect(slugs).toEqual(Array.from({ length: 200 }, (_, n) => `post-${n + 1}`))
      expect(text).toContain(`(${origin}/archive): all posts`)
      expect(text).not.toContain('secret')
    })
  })
