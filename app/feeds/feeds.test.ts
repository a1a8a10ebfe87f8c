/** Checks the feeds against the rules of the W3C feed validator and the JSON Feed specification. */
import { load } from 'cheerio/slim'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { validateFeed } from '@/test/feeds/validate-feed'
import { startServerWithDatabase } from '@/test/servers/server-with-database'

const origin = 'https://blog.example'
const { server, database, purge } = await startServerWithDatabase({ SITE_URL: origin })

/** Every control character that PostgreSQL accepts, and the end of a CDATA section. */
const controls = Array.from({ length: 0x9f }, (_, index) => String.fromCharCode(index + 1)).join('')
const nasty = `${controls}]]> & <b> \uFFFE 🎉`

beforeAll(async () => {
  await database.query(
    `INSERT INTO posts (slug, title, summary, content, tags, published_at, updated_at) VALUES
      ('hello', 'Hello', 'A summary', $1, '{C++,a/b}', '2025-10-01T10:00:00Z',
      '2025-10-05T10:00:00Z'),
      ('nasty', $2, $2, $2, '{}', '2025-10-02T10:00:00Z', '2025-10-02T10:00:00Z'),
      ('long-title', $3, '', 'Words.', '{}', '2025-10-03T10:00:00Z', '2025-10-03T10:00:00Z'),
      ('日本', '🎉', '', 'Words.', '{}', '2025-10-04T10:00:00Z', '2025-10-04T10:00:00Z'),
      ('huge', 'Huge', 'In short', repeat('word ', 200000), '{}', '2025-10-04T11:00:00Z',
      '2025-10-04T11:00:00Z'),
      ('draft', 'Secret draft', '', 'Secret.', '{secret}', '2025-10-04T10:00:00Z', now()),
      ('later', 'Secret later', '', 'Secret.', '{secret}', now() + interval '1 day', now())`,
    [
      '## Words\n\nSee [this](/posts/nasty) and ![a](/pictures/a.webp).\n\n' +
        'https://card.example.org/page\n\n' +
        '```js\nconst a = "]]>"\n```',
      nasty,
      'Long '.repeat(60).trim(),
    ],
  )
  // The posts count as shown, so no timer revalidates their pages.
  await database.query(`UPDATE posts SET draft = slug = 'draft', shown_at = now()`)
  await database.query(
    `INSERT INTO link_previews (url, title, final_url, favicon, fetched_at, fresh_until)
      VALUES ('https://card.example.org/page', 'The title of a card',
      'https://card.example.org/page', 'https://card.example.org/i', now(),
        now() + interval '1 day')`,
  )
})

/**
 * Comments 1 to 4 are on `hello`: 2 replies to 1, 3 replies to 2, and 1 was edited last. Comment 5
 * is on `nasty`, and 6 is held.
 */
beforeAll(async () => {
  await database.query(
    `INSERT INTO comments (post_id, parent_id, status, author_name, content, created_at, edited_at)
     SELECT posts.id, parent_id, status::comment_status, author_name, given.content,
     given.created_at::timestamptz, edited_at::timestamptz
       FROM (VALUES
         (1, 'hello', NULL::integer, 'published', 'Ada', 'See [this](/posts/nasty) & <b>',
         '2025-10-06T10:00:00Z', '2025-10-09T10:00:00Z'),
         (2, 'hello', 1, 'published', 'Bob', 'A reply', '2025-10-06T11:00:00Z', NULL),
         (3, 'hello', 2, 'published', 'Ada', 'A reply to it', '2025-10-06T12:00:00Z', NULL),
         (4, 'hello', NULL, 'published', 'Eve', 'Another', '2025-10-06T13:00:00Z', NULL),
         (5, 'nasty', NULL, 'published', $1, $1, '2025-10-06T14:00:00Z', NULL),
         (6, 'hello', NULL, 'pending', 'Eve', 'Held', '2025-10-06T15:00:00Z', NULL)
       ) AS given (n, slug, parent_id, status, author_name, content, created_at, edited_at)
         JOIN posts USING (slug) ORDER BY n`,
    [nasty],
  )
})

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers, redirect: 'manual' })
  return { response, text: await response.text() }
}

const parse = (xml: string) => load(xml, { xml: true })
// Characters that XML 1.0 forbids and strict parsers reject.
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
const rfc822 = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/
const addressesIn = (html: string) =>
  [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, url = '']) => url)

function expectHtml(html: string[]): void {
  const [huge = '', , , , hello = ''] = html
  expect(huge).toContain('In short')
  expect(huge).toContain(`href="${origin}/posts/huge"`)
  expect(hello).toContain('<a href="https://card.example.org/page">The title of a card</a>')
  expect(hello).toContain('<pre><code>const a = "]]>"</code></pre>'.replaceAll('>"<', '>"<'))
  expect(addressesIn(hello)).toEqual([
    `${origin}/posts/nasty`,
    `${origin}/pictures/a.webp`,
    'https://card.example.org/page',
  ])
}

const newestFirst = ['huge', encodeURIComponent('日本'), 'long-title', 'nasty', 'hello']

describe.each(['/feed.xml', `/tags/${encodeURIComponent('C++')}/feed.xml`])(
  'RSS 2.0 at %s',
  (path) => {
    test('meets the requirements of the specification and the validator', async () => {
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
      expect($('channel > atom\\:link').attr()).toEqual({
        rel: 'self',
        type: 'application/rss+xml',
        href: origin + path,
      })
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
  },
)

const feeds = [
  ['/feed.xml', 'rss'],
  [`/tags/${encodeURIComponent('C++')}/feed.xml`, 'rss'],
  ['/atom.xml', 'atom'],
  ['/comments.xml', 'atom'],
  ['/posts/hello/comments.xml', 'atom'],
  ['/posts/nasty/comments.xml', 'atom'],
  ['/posts/huge/comments.xml', 'atom'],
] as const

test.each(feeds)('%s is valid according to the schema of %s', async (path, format) => {
  validateFeed(format, (await read(path)).text)
})

test('the schemas reject invalid feeds', async () => {
  const rss = (await read('/feed.xml')).text
  for (const [from, to] of [
    ['<link>https://blog.example/posts', '<link>/posts'],
    ['<slash:comments>4', '<slash:comments>four'],
    [' GMT</pubDate>', '</pubDate>'],
  ] as const) {
    expect(rss).toContain(from)
    expect(() => validateFeed('rss', rss.replace(from, to))).toThrow()
  }
  const atom = (await read('/comments.xml')).text
  for (const [from, to] of [
    ['<thr:in-reply-to ref=', '<thr:in-reply-to reference='],
    ['href="https://blog.example/posts/', 'href="/posts/'],
    ['<updated>2025-10-09T10:00:00.000Z', '<updated>2025-10-09'],
  ] as const) {
    expect(atom).toContain(from)
    expect(() => validateFeed('atom', atom.replace(from, to))).toThrow()
  }
})

test('RSS items link to their comments and contain the date of the last change', async () => {
  const $ = parse((await read('/feed.xml')).text)
  const textsOf = (name: string) =>
    $(`item > ${name}`)
      .map((_, element) => $(element).text())
      .get()
  expect(textsOf('comments')).toEqual(newestFirst.map((slug) => `${origin}/posts/${slug}#comments`))
  expect(textsOf('wfw\\:commentRss')).toEqual(
    newestFirst.map((slug) => `${origin}/posts/${slug}/comments.xml`),
  )
  expect(textsOf('slash\\:comments')).toEqual(['0', '0', '0', '1', '4'])
  expect(textsOf('atom\\:updated').at(-1)).toBe('2025-10-05T10:00:00.000Z')
  const page = (await read('/posts/hello')).text
  expect(page).toContain('id="comments"')
})

test('Atom entries link to their comments according to RFC 4685', async () => {
  const $ = parse((await read('/atom.xml')).text)
  const hello = $('entry').last()
  expect(
    hello
      .children('link[rel=replies]')
      .toArray()
      .map((link) => $(link).attr()),
  ).toEqual([
    { rel: 'replies', type: 'text/html', href: `${origin}/posts/hello#comments`, 'thr:count': '4' },
    {
      rel: 'replies',
      type: 'application/atom+xml',
      href: `${origin}/posts/hello/comments.xml`,
      'thr:count': '4',
    },
  ])
  expect(hello.children('thr\\:total').text()).toBe('4')
})

test('the comment feed of a post has the number of public comments in a header', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { headers } = await fetch(`${server.url}/posts/hello/comments.xml`, { method })
    expect(headers.get('x-total-count')).toBe('4')
  }
})

describe.each(['/comments.xml', '/posts/hello/comments.xml'])('the comment feed at %s', (path) => {
  test('lists edited comments with their edit time', async () => {
    const $ = parse((await read(path)).text)
    const edited = $('entry').last()
    expect(edited.children('published').text()).toBe('2025-10-06T10:00:00.000Z')
    expect(edited.children('updated').text()).toBe('2025-10-09T10:00:00.000Z')
    expect($('feed > updated').text()).toBe('2025-10-09T10:00:00.000Z')
    expect($.text()).not.toContain('Held')
  })

  test('links each comment to its parent comment or to the post', async () => {
    const $ = parse((await read(path)).text)
    const posts = parse((await read('/atom.xml')).text)
    const postId = posts('entry').last().children('id').text()
    const entries = $('entry')
      .toArray()
      .slice(-4)
      .map((entry) => ({
        id: $(entry).children('id').text(),
        link: $(entry).children('link').attr('href'),
        reply: $(entry).children('thr\\:in-reply-to').attr(),
      }))
    const [other, deepest, reply, first] = entries
    const post = { ref: postId, type: 'text/html', href: `${origin}/posts/hello` }
    expect(first?.reply).toEqual(post)
    expect(other?.reply).toEqual(post)
    expect(reply?.reply).toEqual({ ref: first?.id, type: 'text/html', href: first?.link })
    expect(deepest?.reply).toEqual({ ref: reply?.id, type: 'text/html', href: reply?.link })
  })

  test('has only absolute URLs', async () => {
    const $ = parse((await read(path)).text)
    const urls = [
      ...$('[href]')
        .map((_, element) => $(element).attr('href'))
        .get(),
      ...$('content')
        .map((_, content) => addressesIn($(content).text()))
        .get(),
    ]
    expect(urls.length).toBeGreaterThan(8)
    for (const url of urls) expect(url).toMatch(/^https:\/\/blog\.example\//)
  })
})

test('the feed of a tag has only posts with that tag, and an unknown tag has no feed', async () => {
  expect((await read('/tags/a%2Fb/feed.xml')).text.split('<item>')).toHaveLength(2)
  for (const tag of ['nothing', 'secret', '%00', '%20'])
    expect((await read(`/tags/${tag}/feed.xml`)).response.status).toBe(404)
})

test('RSS has the newest posts in full, with cards as links and absolute URLs', async () => {
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

test('Atom meets the requirements of RFC 4287', async () => {
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

const absolute = z.url({ protocol: /^https?$/ })

/** The parts of https://www.jsonfeed.org/version/1.1/ that the feed uses. */
const jsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  home_page_url: absolute,
  feed_url: absolute,
  description: z.string().optional(),
  language: z.string(),
  authors: z.array(z.strictObject({ name: z.string() })).min(1),
  items: z.array(
    z.strictObject({
      id: z.string().min(1),
      url: absolute,
      title: z.string(),
      summary: z.string().optional(),
      content_html: z.string().min(1),
      date_published: z.iso.datetime(),
      date_modified: z.iso.datetime(),
      tags: z.array(z.string()).optional(),
    }),
  ),
})

test('JSON Feed is valid and contains the dates of changes', async () => {
  const feed = jsonFeed.parse(JSON.parse((await read('/feed.json')).text))
  expect(feed.items.at(-1)?.date_modified).toBe('2025-10-05T10:00:00.000Z')
})

test('JSON Feed meets the requirements of version 1.1', async () => {
  const { response, text } = await read('/feed.json')
  expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
  const feed = JSON.parse(text)
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    feed_url: `${origin}/feed.json`,
    home_page_url: `${origin}/`,
  })
  expect(feed.items.map(({ url }: { url: string }) => url)).toEqual(
    newestFirst.map((slug) => `${origin}/posts/${slug}`),
  )
  expectHtml(feed.items.map(({ content_html }: { content_html: string }) => content_html))
})

test.each(['/feed.xml', '/atom.xml', '/feed.json'])(
  '%s contains no drafts or scheduled posts',
  async (path) => {
    expect((await read(path)).text).not.toMatch(/secret/i)
  },
)

test.each(['/feed.xml', '/atom.xml', '/feed.json', '/tags/a%2Fb/feed.xml'])(
  '%s returns 304 without a body if nothing changed',
  async (path) => {
    let response = (await read(path)).response
    // The feed may be rendered again, after an earlier write.
    await expect
      .poll(async () => {
        response = (await read(path)).response
        const etag = response.headers.get('etag') ?? ''
        const { response: repeated, text } = await read(path, { 'If-None-Match': etag })
        return { cache: response.headers.get('x-nextjs-cache'), status: repeated.status, text }
      })
      .toEqual({ cache: 'HIT', status: 304, text: '' })
    const lastModified = response.headers.get('last-modified') ?? ''
    expect(lastModified).toMatch(rfc822)
    expect(await read(path, { 'If-Modified-Since': lastModified })).toMatchObject({
      response: { status: 304 },
      text: '',
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  },
)

test.each(['/feed.xml', '/atom.xml', '/feed.json', '/tags/a%2Fb/feed.xml'])(
  '%s is rendered again after a revalidation',
  async (path) => {
    await read(path)
    await database.query(`UPDATE posts SET title = 'Renamed' WHERE slug = 'hello'`)
    await purge()
    expect((await read(path)).text).toContain('Renamed')
    await database.query(`UPDATE posts SET title = 'Hello' WHERE slug = 'hello'`)
    await purge()
  },
)

test('every page links to the feeds and the search description', async () => {
  const { text } = await read('/posts/hello')
  for (const path of ['/feed.xml', '/atom.xml', '/feed.json', '/comments.xml'])
    expect(text).toContain(`href="${path}"`)
  expect(text).toContain('href="/opensearch.xml"')
})

test('a feed has one address', async () => {
  for (const name of ['feed.xml', 'comments.xml']) {
    const { response } = await read(`/feeds/${name}`)
    expect([response.status, response.headers.get('location')]).toEqual([308, `/${name}`])
  }
  expect((await read('/feeds/other')).response.status).not.toBe(200)
})
