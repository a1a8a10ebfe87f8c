import { load } from 'cheerio'
import { beforeAll, describe, expect, test } from 'vitest'
import { tagPath } from '@/lib/paths'
import { startServerWithDatabase } from '@/test/servers/server-with-database'

const { server, database } = await startServerWithDatabase({ SITE_URL: 'https://blog.example' })

const awkward = [
  'C++',
  'a b',
  'a/b',
  '.',
  '..',
  '日本',
  '~.',
  '100%',
  'a%2Fb',
  '\\',
  '"<b>',
  'a/page/2',
]

beforeAll(async () => {
  for (const tag of awkward) {
    await database.query(
      `INSERT INTO posts (slug, title, content, tags, published_at)
        VALUES ($1, $2, 'Words.', ARRAY[$3], '2025-10-01')`,
      [`of-${awkward.indexOf(tag)}`, `About number ${awkward.indexOf(tag)}`, tag],
    )
  }
  await database.query(`
    INSERT INTO posts (slug, title, content, tags, published_at)
    SELECT 'many-' || n, 'Many ' || n, 'Words.', '{many}',
    '2020-01-01'::timestamptz + n * interval '40 days' FROM generate_series(1, 45) AS n;
    -- The posts count as shown, so no timer revalidates their pages.
    UPDATE posts SET shown_at = now()`)
})

async function read(path: string) {
  const response = await fetch(server.url + path, { redirect: 'manual' })
  const { status, headers } = response
  return {
    status,
    html: await response.text(),
    location: headers.get('location'),
    cache: headers.get('x-nextjs-cache'),
  }
}

test('a list loads one style sheet, and no script that records views', async () => {
  const $ = load((await read('/tags/many')).html)
  expect($('link[rel="stylesheet"]').length).toBe(1)
  const sources = $('script[src]').map((_, { attribs }) => attribs.src)
  for (const source of sources.get()) {
    const script = await (await fetch(new URL(source, server.url))).text()
    expect(script, source).not.toContain('/api/views')
  }
})

describe.each(awkward)('the tag %j', (tag) => {
  test('has a page that lists only its post and names the tag', async () => {
    const { status, html } = await read(tagPath(tag))
    expect(status).toBe(200)
    expect(html.match(/<h2 id="post-[^"]+"/g)).toEqual([`<h2 id="post-of-${awkward.indexOf(tag)}"`])
    expect(html).toContain(
      `<link rel="canonical" href="https://blog.example${tagPath(tag).replaceAll("'", '&#x27;')}"`,
    )
    expect((await read(tagPath(tag))).cache).toBe('HIT')
  })

  test('is linked from the list of tags and from its post', async () => {
    for (const path of ['/tags', `/posts/of-${awkward.indexOf(tag)}`])
      expect((await read(path)).html).toContain(`href="${tagPath(tag)}"`)
  })
})

describe('missing pages', () => {
  test.each([
    '/tags/none',
    '/tags/c%2B%2B',
    '/tags/a%00b',
    '/tags/C%2B%2B/page/2',
    '/tags/many/page/4',
    '/tags/many/page/0',
    '/tags/many/page/02',
    '/tags/many/page/x',
    '/tags/many/more',
    `/tags/${'x'.repeat(300)}`,
    '/tags/100%25%25',
    `/tags/${'x'.repeat(300)}/feed.xml`,
    '/archive/1999',
    '/archive/0',
    '/archive/02020',
    '/archive/x',
    '/opengraph-image/x',
    '/manifest.webmanifest/x',
    '/posts/none/opengraph-image',
  ])('returns 404 for %s', async (path) => {
    expect((await read(path)).status).toBe(404)
  })
})

test('redirects another spelling of a tag to its canonical page and feed', async () => {
  await database.query(
    `INSERT INTO posts (slug, title, content, tags, published_at)
      VALUES ('dotted', 'Dotted', 'Words.', '{v1.2}', '2019-10-01')`,
  )
  expect(await read('/tags/v1~2E2')).toMatchObject({
    status: 308,
    location: expect.stringMatching(/\/tags\/v1\.2$/),
  })
  expect(await read('/tags/v1~2E2/feed.xml')).toMatchObject({
    status: 308,
    location: expect.stringMatching(/\/tags\/v1\.2\/feed\.xml$/),
  })
})

test('a tag with many posts has several pages, and the first has one address', async () => {
  expect((await read('/tags/many')).html).toContain('href="/tags/many/page/2"')
  const { html } = await read('/tags/many/page/3')
  expect(html).toContain('href="/tags/many/page/2" rel="prev"')
  expect(html).not.toContain('rel="next"')
  expect(await read('/tags/many/page/1')).toMatchObject({
    status: 308,
    location: expect.stringMatching(/\/tags\/many$/),
  })
})

test('the archive shows the newest year, and each year has one address', async () => {
  const { html } = await read('/archive')
  expect(html).toContain('href="/archive/2020"')
  expect(html).toContain('About number 0')
  expect(html).not.toContain('Many 1<')
  expect((await read('/archive/2020')).html).toContain('Many 1<')
  expect(await read('/archive/2025')).toMatchObject({
    status: 307,
    location: expect.stringMatching(/\/archive$/),
  })
})

test.each([
  '2019/1',
  '2019/00',
  '2019/13',
  '2019/10/31',
  '2019%2F10',
  '02019/10',
  '1999',
  '1999/03',
])('returns 404 for /archive/%s', async (path) => {
  expect((await read(`/archive/${path}`)).status).toBe(404)
})

test('the address of a month redirects to its year', async () => {
  expect(await read('/archive/2019/10')).toMatchObject({
    status: 307,
    location: expect.stringMatching(/\/archive\/2019$/),
  })
  expect(await read('/archive/2025/10')).toMatchObject({
    status: 307,
    location: expect.stringMatching(/\/archive$/),
  })
  const { html } = await read('/archive/2019')
  expect(load(html)('main h2').text()).toBe('2019')
  expect(load(html)('title').text()).toContain('Archive of 2019')
  const year = load(html)('nav[aria-label="Years"] a[href="/archive/2019"]')
  expect(year.attr('aria-current')).toBe('page')
})
