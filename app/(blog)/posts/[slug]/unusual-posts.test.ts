import { expect, test } from 'vitest'
import { startServerWithDatabase } from '@/test/servers/server-with-database'

const { server, database } = await startServerWithDatabase({ SITE_URL: 'https://blog.example' })

async function readPost(
  slug: string,
  fields: { title?: string; content?: string; cover?: string },
): Promise<string> {
  await database.query(
    `INSERT INTO posts (slug, title, content, cover, published_at)
      VALUES ($1, $2, $3, $4, '2025-10-01')`,
    [slug, fields.title ?? 'A title', fields.content ?? 'Words.', fields.cover ?? ''],
  )
  const response = await fetch(`${server.url}/posts/${encodeURIComponent(slug)}`)
  expect(response.status).toBe(200)
  return response.text()
}

async function expectPicture(slug: string): Promise<void> {
  const response = await fetch(`${server.url}/posts/${slug}/opengraph-image`)
  expect(response.headers.get('content-type')).toBe('image/png')
  const bytes = Buffer.from(await response.arrayBuffer())
  // The first chunk contains the size (PNG, 11.2.2).
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
}

test.each([
  ['long', 'A title that goes on '.repeat(15).slice(0, 300)],
  ['unbroken', 'x'.repeat(300)],
  ['emoji', '🎉'],
  ['arabic', 'كيف تُقرأ سلسلة التعليقات'],
  ['japanese', '日本語の記事'],
  ['markup', '</title><script>alert(1)</script> & "quotes"'],
])('shows a post with a title such as “%s” and draws its image', async (slug, title) => {
  const html = await readPost(slug, { title })
  expect(html).not.toContain('<script>alert')
  expect(html).toContain(
    `<meta property="og:image" content="https://blog.example/posts/${slug}/opengraph-image"`,
  )
  await expectPicture(slug)
})

test('shows a post of one megabyte completely', async () => {
  const words = 'Some words of a long post that goes on and on. '.repeat(200)
  const content = `${`## A part\n\n${words}\n\n`.repeat(105)}\n\nThe very end.`
  expect(await readPost('megabyte', { content })).toContain('The very end.')
})

test('declares the language of a post if its script identifies it', async () => {
  expect(await readPost('chinese', { title: '标题', content: '人工智能改变世界。' })).toContain(
    '<article class="post" lang="zh">',
  )
  expect(await readPost('german', { title: 'Über', content: 'Wörter.' })).toContain(
    '<article class="post">',
  )
})

test('shows the cover in reserved space above the text, and in lists and metadata', async () => {
  const html = await readPost('covered', { cover: '/images/bees-1200x800.webp' })
  expect(html).toMatch(
    /<img (?=[^>]*width="1200")(?=[^>]*height="800")(?=[^>]*src="\/images\/bees-1200x800\.webp")/,
  )
  expect(html).toContain(
    '<meta property="og:image" content="https://blog.example/images/bees-1200x800.webp"',
  )
})

test('ignores a cover that is not a valid URL', async () => {
  expect(await readPost('miscovered', { cover: 'http://' })).toContain(
    '/posts/miscovered/opengraph-image"',
  )
})

test('shows a table of contents from three headings on', async () => {
  expect(await readPost('two', { content: '## a\n\n## b' })).not.toContain('contents-list')
  expect(await readPost('three', { content: '## a\n\n## b\n\n### c' })).toContain(
    'class="contents-list"',
  )
})

test('escapes a script in structured data', async () => {
  const html = await readPost('structured', { title: '</script><b>' })
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(json)).toMatchObject({
    headline: '</script><b>',
    image: ['https://blog.example/posts/structured/opengraph-image'],
  })
})

test('redirects a decomposed spelling of a slug to the composed one', async () => {
  await readPost('caf\u00e9', {})
  for (const subpath of ['', '/opengraph-image', '.md']) {
    const response = await fetch(
      `${server.url}/posts/${encodeURIComponent('cafe\u0301')}${subpath}`,
      { redirect: 'manual' },
    )
    expect(response.status).toBe(308)
    expect(response.headers.get('location')).toMatch(new RegExp(`/posts/caf%C3%A9${subpath}$`))
  }
})
