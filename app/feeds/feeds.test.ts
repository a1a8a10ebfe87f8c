/** The feeds, held against what the W3C's feed validator and the JSON Feed specification ask of one. */
import { load } from 'cheerio/slim'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '@/lib/testing/server'

const origin = 'https://blog.example'
const server = await startServer({ SITE_URL: origin })
const database = new pg.Client({ connectionString: server.databaseUrl })
await database.connect()
afterAll(() => database.end())

/** Every control character that PostgreSQL takes, and what ends a CDATA section. */
const nasty = `${Array.from({ length: 0x9f }, (_, index) => String.fromCharCode(index + 1)).join('')}]]> & <b> \uFFFE 🎉`

beforeAll(async () => {
  await database.query(
    `INSERT INTO posts (slug, title, summary, content, tags, published_at, updated_at) VALUES
      ('hello', 'Hello', 'A summary', $1, '{C++,a/b}', '2025-10-01T10:00:00Z', '2025-10-05T10:00:00Z'),
      ('nasty', $2, $2, $2, '{}', '2025-10-02T10:00:00Z', '2025-10-02T10:00:00Z'),
      ('long-title', $3, '', 'Words.', '{}', '2025-10-03T10:00:00Z', '2025-10-03T10:00:00Z'),
      ('日本', '🎉', '', 'Words.', '{}', '2025-10-04T10:00:00Z', '2025-10-04T10:00:00Z'),
      ('huge', 'Huge', 'In short', repeat('word ', 200000), '{}', '2025-10-04T11:00:00Z', '2025-10-04T11:00:00Z'),
      ('draft', 'Secret draft', '', 'Secret.', '{secret}', '2025-10-04T10:00:00Z', now()),
      ('later', 'Secret later', '', 'Secret.', '{secret}', now() + interval '1 day', now())`,
    [
      '## Words\n\nSee [this](/posts/nasty) and ![a](/pictures/a.webp).\n\nhttps://card.example.org/page\n\n```js\nconst a = "]]>"\n```',
      nasty,
      'Long '.repeat(60).trim(),
    ],
  )
  // No timer makes their pages anew.
  await database.query(`UPDATE posts SET draft = slug = 'draft', shown_at = now()`)
  await database.query(
    `INSERT INTO link_previews (url, title, final_url, favicon, fetched_at, fresh_until) VALUES ('https://card.example.org/page', 'The title of a card', 'https://card.example.org/page', 'https://card.example.org/i', now(), now() + interval '1 day')`,
  )
})

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers, redirect: 'manual' })
  return { response, text: await response.text() }
}

const parse = (xml: string) => load(xml, { xml: true })
// What XML 1.0 forbids, and what a strict parser stops at.
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
const rfc822 = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/
const addressesIn = (html: string) => [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, url = '']) => url)

function expectHtml(html: string[]): void {
  const [huge = '', , , , hello = ''] = html
  expect(huge).toContain('In short')
  expect(huge).toContain(`href="${origin}/posts/huge"`)
  expect(hello).toContain('<a href="https://card.example.org/page">The title of a card</a>')
  expect(hello).toContain('<pre><code>const a = "]]>"</code></pre>'.replaceAll('>"<', '>"<'))
  expect(addressesIn(hello)).toEqual([`${origin}/posts/nasty`, `${origin}/pictures/a.webp`, 'https://card.example.org/page'])
}

const newestFirst = ['huge', encodeURIComponent('日本'), 'long-title', 'nasty', 'hello']

describe.each(['/feed.xml', `/tags/${encodeURIComponent('C++')}/feed.xml`])('RSS 2.0 at %s', (path) => {
  test('has what the specification and the validator ask for', async () => {
    const { response, text } = await read(path)
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(text).not.toMatch(notInXml)
    const $ = parse(text)
    expect($('rss').attr('version')).toBe('2.0')
    expect($('channel > title').text()).toMatch(/Afterword$/)
    expect($('channel > link').text()).toMatch(/^https:\/\/blog\.example\//)
    expect($('channel > description').text()).not.toBe('')
    expect($('channel > language').text()).toBe('en')
    expect($('channel > lastBuildDate').text()).toMatch(rfc822)
    expect($('channel > atom\\:link').attr()).toEqual({ rel: 'self', type: 'application/rss+xml', href: origin + path })
    for (const item of $('item').toArray()) {
      expect($(item).children('title').text().trim()).not.toBe('')
      expect($(item).children('link').text()).toMatch(/^https:\/\/blog\.example\/posts\//)
      expect($(item).children('pubDate').text()).toMatch(rfc822)
      expect($(item).children('guid').attr('isPermaLink')).toBe('false')
      expect($(item).children('content\\:encoded').text()).not.toBe('')
    }
    const ids = $('guid')
      .map((_, guid) => $(guid).text())
      .get()
    expect(new Set(ids).size).toBe(ids.length)
  })
})

test('the feed of a tag has the posts of that tag alone, and there is none of a tag that nobody used', async () => {
  expect((await read('/tags/a%2Fb/feed.xml')).text.split('<item>')).toHaveLength(2)
  for (const tag of ['nothing', 'secret', '%00', '%20']) expect((await read(`/tags/${tag}/feed.xml`)).response.status).toBe(404)
})

test('RSS has the newest posts in full, cards as links, every address whole', async () => {
  const $ = parse((await read('/feed.xml')).text)
  expect(
    $('item > link')
      .map((_, link) => $(link).text())
      .get(),
  ).toEqual(newestFirst.map((slug) => `${origin}/posts/${slug}`))
  expectHtml(
    $('item > content\\:encoded')
      .map((_, html) => $(html).text())
      .get(),
  )
})

test('Atom has what RFC 4287 asks for', async () => {
  const { response, text } = await read('/atom.xml')
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(text).not.toMatch(notInXml)
  const $ = parse(text)
  expect($('feed > author > name').text()).toBe('Afterword')
  expect($('feed > updated').text()).toBe('2025-10-05T10:00:00.000Z')
  expect($('feed > link[rel=self]').attr('href')).toBe(`${origin}/atom.xml`)
  const ids = $('id')
    .map((_, id) => $(id).text())
    .get()
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^tag:blog\.example,2025-10-20:/)
  expect(
    $('entry > link[rel=alternate]')
      .map((_, link) => $(link).attr('href'))
      .get(),
  ).toEqual(newestFirst.map((slug) => `${origin}/posts/${slug}`))
  expectHtml(
    $('entry > content')
      .map((_, html) => $(html).text())
      .get(),
  )
})

test('JSON Feed has what version 1.1 asks for', async () => {
  const { response, text } = await read('/feed.json')
  expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
  const feed = JSON.parse(text)
  expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', feed_url: `${origin}/feed.json`, home_page_url: `${origin}/` })
  expect(feed.items.map(({ url }: { url: string }) => url)).toEqual(newestFirst.map((slug) => `${origin}/posts/${slug}`))
  expectHtml(feed.items.map(({ content_html }: { content_html: string }) => content_html))
})

test.each(['/feed.xml', '/atom.xml', '/feed.json'])('%s tells nothing of drafts and of what comes later', async (path) => {
  expect((await read(path)).text).not.toMatch(/secret/i)
})

test.each(['/feed.xml', '/atom.xml', '/feed.json', '/tags/a%2Fb/feed.xml'])('%s is not sent again to who has it', async (path) => {
  await read(path)
  await expect.poll(async () => (await read(path)).response.headers.get('x-nextjs-cache')).toBe('HIT')
  const { response } = await read(path)
  const etag = response.headers.get('etag') ?? ''
  const lastModified = response.headers.get('last-modified') ?? ''
  expect(lastModified).toMatch(rfc822)
  expect(await read(path, { 'If-None-Match': etag })).toMatchObject({ response: { status: 304 }, text: '' })
  expect(await read(path, { 'If-Modified-Since': lastModified })).toMatchObject({ response: { status: 304 }, text: '' })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test.each(['/feed.xml', '/atom.xml', '/feed.json', '/tags/a%2Fb/feed.xml'])('%s is made anew after a purge', async (path) => {
  await read(path)
  await database.query(`UPDATE posts SET title = 'Renamed' WHERE slug = 'hello'`)
  await server.ask('/api/cron/purge-pages', { method: 'POST', headers: { authorization: 'Bearer a secret of the tests' } })
  expect((await read(path)).text).toContain('Renamed')
  await database.query(`UPDATE posts SET title = 'Hello' WHERE slug = 'hello'`)
  await server.ask('/api/cron/purge-pages', { method: 'POST', headers: { authorization: 'Bearer a secret of the tests' } })
})

test('every page announces the feeds and the search', async () => {
  const { text } = await read('/posts/hello')
  for (const path of ['/feed.xml', '/atom.xml', '/feed.json', '/comments.xml']) expect(text).toContain(`href="${path}"`)
  expect(text).toContain('href="/opensearch.xml"')
})

test('a feed has one address', async () => {
  for (const name of ['feed.xml', 'comments.xml']) {
    const { response } = await read(`/feeds/${name}`)
    expect([response.status, response.headers.get('location')]).toEqual([308, `/${name}`])
  }
  expect((await read('/feeds/other')).response.status).not.toBe(200)
})
