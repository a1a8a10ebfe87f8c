import { load } from 'cheerio'
import { beforeAll, expect, test } from 'vitest'
import { startServerWithDatabase } from '@/test/servers/server-with-database'

const { server, database } = await startServerWithDatabase({ SITE_URL: 'https://blog.example' })

const read = async (path: string) => {
  const response = await fetch(server.url + path, { redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), response }
}

beforeAll(async () => {
  const { rows } = await database.query(
    `INSERT INTO posts (slug, title, content, tags, is_page, comments_closed, published_at)
     VALUES ('about', 'About us', 'We bake.', '{bread}', true, true, '2025-10-01'),
            ('contact', 'Contact', 'Write to us.', '{}', true, false, '2025-10-02'),
            ('hello', 'Hello', 'A post.', '{}', false, false, '2025-10-03')
     RETURNING id`,
  )
  await database.query(
    `INSERT INTO post_redirects (slug, post_id) VALUES ('imprint', $1), ('old-hello', $2)`,
    [rows[0].id, rows[2].id],
  )
})

test('shows a page at the root, without date, tags, next post or comments', async () => {
  const { status, response } = await read('/about')
  const page = load(await response.text())
  expect([status, page('h1').text()]).toEqual([200, 'About us'])
  expect(page('main time, main a[rel=tag], #comments')).toHaveLength(0)
  expect(page('link[rel=canonical]').attr('href')).toBe('https://blog.example/about')
  expect(page('.site-header a[href="/contact"]').text()).toBe('Contact')
  expect(page('script[type="application/ld+json"]').text()).toContain('"WebPage"')
})

test('shows comments below a page that allows them', async () => {
  const page = load(await (await read('/contact')).response.text())
  expect(page('#comments form')).not.toHaveLength(0)
})

test.each([
  ['/posts/about', '/about'],
  ['/imprint', '/about'],
  ['/posts/imprint', '/about'],
  ['/posts/imprint.md', '/posts/about.md'],
])('redirects %s permanently to %s', async (from, to) => {
  expect(await read(from)).toMatchObject({ status: 308, location: to })
})

test.each(['/hello', '/old-hello', '/none', '/wp-login.php', '/%ff'])(
  'returns 400 or 404 for %s, which is not a page',
  async (path) => {
    expect((await read(path)).status).not.toBe(200)
    expect([400, 404]).toContain((await read(path)).status)
  },
)

test('a page is in the sitemap, and not in the list of posts or a feed', async () => {
  const text = async (path: string) => (await read(path)).response.text()
  expect(await text('/sitemap.xml')).toContain('<loc>https://blog.example/about</loc>')
  expect(load(await text('/'))('main').text()).not.toContain('About us')
  expect(await text('/feed.xml')).not.toContain('About us')
})
