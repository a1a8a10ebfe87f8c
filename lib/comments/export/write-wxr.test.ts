import { readFileSync } from 'node:fs'
import { XmlDocument, type XmlNode } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { wordpress } from '@/lib/importers/comments/readers/wordpress'
import { readWxrItems } from '@/lib/importers/wordpress/read-wxr-posts'
import { textOf, type XmlRecord } from '@/lib/importers/xml/read-xml-records'
import { encryptAddress } from '@/lib/mail/reader-address'
import { addComment, addPage, addPost, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { fileOf, readAll } from '@/test/importers/import-samples'
import { writeWxr } from './write-wxr'

await ownDatabase()
process.env.SITE_URL = 'https://words.example'

async function wxr(scope = {}): Promise<string> {
  let text = ''
  for await (const part of writeWxr(scope)) text += part
  return text
}

async function itemsOf(text: string): Promise<XmlRecord[]> {
  const items: XmlRecord[] = []
  const chunks = async function* () {
    yield new TextEncoder().encode(text)
  }
  for await (const item of readWxrItems(chunks())) items.push(item)
  return items
}

test('writes posts and pages with their comments as HTML', async () => {
  const { id } = await addPost('hello', { title: 'Words & more ]]>' })
  await addPost('quiet')
  const site = await addSite(['https://blog.example'])
  const page = await addPage(site.id, 'blog.example/page')
  const { id: addressId } = await db().readerAddress.create({
    data: encryptAddress('ada@example.org'),
  })
  const createdAt = new Date('2026-03-01T10:00:00Z')
  const content = 'An **end** `]]>` & [a link](/posts/quiet)\u0001\n\n```js\nlet a\n```'
  const top = await addComment(id, { content, createdAt, authorName: 'Ada <A>' })
  await db().comment.update({ where: { id: top }, data: { addressId } })
  const gone = await addComment(id, { parentId: top, status: 'deleted', content: '' })
  const reply = await addComment(id, { parentId: gone, status: 'pending' })
  const spam = await addComment(id, { status: 'spam' })
  await addComment(page, { content: 'Elsewhere' })

  const text = await wxr()
  XmlDocument.fromString(text).dispose()
  expect(text).not.toMatch(/<wp:comment_author_IP>[^<]/)
  const [post, other, ...more] = await itemsOf(text)
  expect(more).toEqual([])
  expect(
    Object.fromEntries((post?.elements ?? []).map(({ path, text }) => [path, text])),
  ).toMatchObject({
    title: 'Words & more ]]>',
    link: 'https://words.example/posts/hello',
    'content:encoded': '',
    'wp:post_id': String(id),
    'wp:comment_status': 'open',
  })
  const { comments } = await readAll(wordpress, fileOf(text))
  expect(comments).toHaveLength(4)
  expect(comments[0]).toMatchObject({
    id: String(top),
    pageId: String(id),
    authorName: 'Ada <A>',
    authorEmail: 'ada@example.org',
    createdAt,
    status: 'published',
    parentId: '',
  })
  expect(comments[0]?.content).toBe(
    '<p>An <strong>end</strong> <code>]]></code> &#x26; ' +
      '<a href="https://words.example/posts/quiet" rel="ugc nofollow noopener">a link</a></p>\n' +
      '<pre><code>let a</code></pre>',
  )
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  expect(byId.get(String(reply))).toMatchObject({
    status: 'pending',
    parentId: String(top),
  })
  expect(byId.get(String(spam))).toMatchObject({ status: 'spam' })
  expect(other && textOf(other, 'link')).toBe('https://blog.example/page')
  for (const slug of ['hello', 'blog.example/page'])
    expect(text).toContain(`<dsq:thread_identifier><![CDATA[${slug}]]></dsq:thread_identifier>`)
  expect(await itemsOf(await wxr({ siteId: site.id }))).toHaveLength(1)
})

/**
 * Reads a file as WordPress's importer does: with libxml2, and the paths and checks of
 * `class-wxr-parser-simplexml.php`.
 */
function readAsWordPress(text: string) {
  const wp = { wp: 'http://wordpress.org/export/1.2/' }
  const document = XmlDocument.fromString(text)
  const contentOf = (node: XmlNode, path: string) => node.get(path, wp)?.content ?? 'missing'
  const items = document.find('/rss/channel/item').map((item) => ({
    title: contentOf(item, 'title'),
    link: contentOf(item, 'link'),
    id: contentOf(item, 'wp:post_id'),
    type: contentOf(item, 'wp:post_type'),
    comments: item
      .find('wp:comment', wp)
      .map((comment) =>
        ['id', 'author', 'author_email', 'date_gmt', 'content', 'approved', 'type', 'parent'].map(
          (name) => contentOf(comment, `wp:comment_${name}`),
        ),
      ),
  }))
  const version = contentOf(document.root, '/rss/channel/wp:wxr_version')
  const site = contentOf(document.root, '/rss/channel/wp:base_site_url')
  document.dispose()
  return { version, site, items }
}

test('an independent reader finds all data at the paths that WordPress reads', async () => {
  await db().$executeRaw`TRUNCATE posts, sites, threads CASCADE`
  const { id } = await addPost('hello', { title: 'Words & more ]]>' })
  const at = { createdAt: new Date('2026-03-01T10:00:00Z') }
  const top = await addComment(id, { ...at, content: '`]]>` & **more**', authorName: 'Ada <A>' })
  const reply = await addComment(id, { ...at, parentId: top, status: 'pending' })
  const spam = await addComment(id, { ...at, parentId: reply, status: 'spam' })
  const { version, site, items } = readAsWordPress(await wxr())
  expect(version).toMatch(/^\d+\.\d+$/)
  expect(site).toBe('https://words.example')
  const rest = ['', '2026-03-01 10:00:00']
  const html = '<p>Some words.</p>'
  expect(items).toEqual([
    {
      title: 'Words & more ]]>',
      link: 'https://words.example/posts/hello',
      id: String(id),
      type: 'post',
      comments: [
        [
          String(top),
          'Ada <A>',
          ...rest,
          '<p><code>]]></code> &#x26; <strong>more</strong></p>',
          '1',
          '',
          '0',
        ],
        [String(reply), 'Ada', ...rest, html, '0', '', String(top)],
        [String(spam), 'Ada', ...rest, html, 'spam', '', String(reply)],
      ],
    },
  ])
})

test('uses the version and namespaces of WordPress', async () => {
  const sample = readFileSync('prisma/fixtures/wordpress-export.xml', 'utf8')
  const text = await wxr()
  for (const [declaration] of text.matchAll(/xmlns:(?:content|dc|wp)="[^"]+"/g))
    expect(sample).toContain(declaration)
  expect(text).toContain('<wp:wxr_version>1.2</wp:wxr_version>')
})
