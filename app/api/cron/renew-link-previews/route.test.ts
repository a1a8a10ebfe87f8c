import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { servePages } from '@/test/link-previews/serve-pages'
import { startServerWithDatabase } from '@/test/servers/server-with-database'

/** The response of the linked page; undefined while it is down. */
let title: string | undefined
let requests = 0
const target = await servePages((_, response) => {
  requests++
  if (title === undefined) response.writeHead(503).end()
  else response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${title}</title>`)
})
afterAll(target.close)

const environment = {
  LINK_PREVIEW_ALLOW_ORIGINS: target.origin,
  SITE_URL: 'https://blog.example.org',
  TRUSTED_PROXY_HOPS: '1',
}
const { server, database } = await startServerWithDatabase(environment)

const link = `${target.origin}/page`
beforeAll(async () => {
  await database.query(
    `INSERT INTO posts (slug, title, summary, content, published_at, draft) VALUES
       ('linking', 'Linking', '', $1, '2025-10-01', false),
       ('linked', 'A post of our own', 'What it says.', 'Words.', '2025-10-01', false),
       ('draft', 'Secret', '', 'Words.', '2025-10-01', true),
       ('words', 'Words', '', 'Words.', '2025-10-01', false)`,
    [`${link}\n\nhttps://blog.example.org/posts/linked\n\nhttps://blog.example.org/posts/draft\n`],
  )
  await database.query(`INSERT INTO post_links (post_id, url) VALUES (1, $1)`, [link])
  await database.query(
    `INSERT INTO post_redirects (slug, post_id) SELECT 'before', id FROM posts
      WHERE slug = 'linked'`,
  )
})
beforeEach(() => {
  requests = 0
})

const timer = (path: string, method = 'POST') =>
  server.request(`/api/cron/${path}`, {
    method,
    headers: { authorization: 'Bearer test cron secret' },
  })
const renew = async (method?: string) => (await timer('renew-link-previews', method)).json
const page = async (slug: string) => {
  const response = await fetch(`${server.url}/posts/${slug}`)
  return { html: await response.text(), cache: response.headers.get('x-nextjs-cache') }
}
const due = () =>
  database.query(`UPDATE link_previews SET fresh_until = now() - interval '1 second'`)

test('retries a failed link when it is due and revalidates the page', async () => {
  title = undefined
  expect(await renew()).toEqual({ read: 1, changedPosts: 0 })
  expect((await page('linking')).html).not.toContain('link-card-title">A page')
  expect((await page('words')).cache).not.toBe('HIT')
  title = 'A page that is up again'
  // The link is not due yet, so the failure is still cached.
  expect(await renew()).toEqual({ read: 0, changedPosts: 0 })
  expect(requests).toBe(1)
  await due()
  expect(await renew()).toEqual({ read: 1, changedPosts: 1 })
  expect((await page('linking')).html).toContain('A page that is up again')
  // A page without that card stays cached.
  expect((await page('words')).cache).toBe('HIT')
})

test('fetches a stale link again and keeps the page cached if nothing changed', async () => {
  await page('linking')
  await due()
  expect(await renew('GET')).toEqual({ read: 1, changedPosts: 0 })
  expect((await page('linking')).cache).toBe('HIT')
})

test('skips a link that may no longer be fetched', async () => {
  await database.query(
    `INSERT INTO post_links (post_id, url) VALUES (1, 'http://localhost:3000/posts/linked')`,
  )
  expect(await renew()).toEqual({ read: 0, changedPosts: 0 })
})

describe('a link to one of the blog’s own posts', () => {
  const request = async (url: string) =>
    (await server.request(`/api/og-metadata?url=${encodeURIComponent(url)}`)).json
  const own = {
    title: 'A post of our own',
    description: 'What it says.',
    image: '',
    siteName: 'Afterword',
    url: 'https://blog.example.org/posts/linked',
    favicon: 'https://blog.example.org/icon.svg',
  }

  test.each([
    '/posts/linked',
    '/posts/linked/?utm_source=a#comments',
    '/posts/before',
    '/posts/%6cinked',
  ])('is resolved from the database: %s', async (path) => {
    expect(await request(`https://blog.example.org${path}`)).toEqual(own)
    expect(await request(`http://blog.example.org${path}`)).toEqual(own)
  })

  test.each([
    '/',
    '/posts/draft',
    '/posts/nothing',
    '/posts/%ff',
    '/posts/a%00b',
    '/api/views?slug=linked',
  ])('is rejected for any other path: %s', async (path) => {
    expect(await request(`https://blog.example.org${path}`)).toMatchObject({
      status: 500,
      code: 'target-unreachable',
    })
  })

  test.each([
    'https://a:b@blog.example.org/posts/linked',
    'https://blog.example.org:22/posts/linked',
  ])('is rejected like any other URL written this way: %s', async (url) => {
    expect(await request(url)).toMatchObject({ status: 400, code: 'invalid-url' })
  })

  test('is a card on a page', async () => {
    const { html } = await page('linking')
    expect(html).toContain('What it says.')
    expect(html).not.toContain('Secret')
  })
})

test('a timer deletes links that were unused for a day', async () => {
  await database.query(
    `INSERT INTO link_previews (url, fresh_until, used_at)
      VALUES ('https://a.org/', now(), now() - interval '25 hours')`,
  )
  expect((await timer('delete-unused-link-previews')).json).toEqual({ deleted: 1 })
  expect((await timer('delete-unused-link-previews', 'GET')).json).toEqual({ deleted: 0 })
})

test('returns 401 without the secret', async () => {
  for (const path of ['renew-link-previews', 'delete-unused-link-previews']) {
    expect((await server.request(`/api/cron/${path}`, { method: 'POST' })).response.status).toBe(
      401,
    )
    expect((await server.request(`/api/cron/${path}`)).response.status).toBe(401)
  }
})
