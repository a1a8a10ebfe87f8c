import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listComments } from '@/lib/comments/reading/list-comments'
import { decrypt } from '@/lib/crypto/encrypt'
import { db } from '@/lib/db/client'
import { importCommentFiles } from '@/lib/importers/comments/import-comment-files'
import type { PostImportReport } from '@/lib/importers/import-posts'
import { importBlog } from '@/lib/importers/import-posts'
import { findLinkCards } from '@/lib/markdown/parse-post-markdown'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'

const databaseUrl = await ownDatabase()
const directory = mkdtempSync(path.join(tmpdir(), 'afterword-blog-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const ghost = 'prisma/fixtures/ghost-export.json'
const wordpress = 'prisma/fixtures/wordpress-export.xml'
const post = (slug: string) => db().post.findUniqueOrThrow({ where: { slug } })
const lostOf = (report: PostImportReport, slug: string) =>
  report.lost.find((entry) => entry.post === slug)?.what ?? []

async function clear(): Promise<void> {
  await db().post.deleteMany()
}

describe('a Ghost export', () => {
  let report: PostImportReport
  beforeAll(async () => {
    await clear()
    report = await importBlog(ghost)
  })

  test('is imported with states, dates, tags, summaries and covers', async () => {
    expect(report).toMatchObject({ taken: { length: 6 }, refused: [] })
    expect(await post('bread-slowly')).toMatchObject({
      title: 'Bread, slowly',
      summary: 'A loaf takes a day and little work.',
      tags: ['Bread', 'Kitchen'],
      draft: false,
      publishedAt: new Date('2024-03-03T09:15:00Z'),
      cover: '/content/images/2024/03/cover.jpg',
      coverAlt: 'Flour on a table',
    })
    expect(await post('asa-no-pan')).toMatchObject({
      draft: false,
      publishedAt: new Date('2031-01-01'),
    })
    expect(await post('not-yet')).toMatchObject({ draft: true })
  })

  test('its cards become links, figures, callouts and details in Markdown', async () => {
    const { content } = await post('bread-slowly')
    expect(findLinkCards(content)).toEqual([
      'https://example.org/flour?type=550&grain=wheat',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    ])
    expect(content).toContain(
      'A loaf takes *a day* & little work. See [the starter](/posts/sauerteig), H<sub>2</sub>O',
    )
    expect(content).toContain('<figcaption>The third one. <b>It held.</b></figcaption></figure>')
    expect(content).toContain('\n> [!NOTE]\n> 💡 Salt goes in **last**.\n')
    expect(content).toContain(
      '<details><summary>Why so long?</summary>\n\n' +
        'Because yeast is slow when it is cold.\n\n</details>',
    )
    expect(content).toContain(
      '```js\nconst grams = { flour: 500 } // <- enough\n\nbake(grams)\n```',
    )
  })

  test('keeps the Markdown of a card, and converts the HTML of other editors', async () => {
    expect((await post('sauerteig')).content).toBe(
      'Mehl und Wasser, *sonst nichts*.\n\n![Glas](/content/images/2019/glas.jpg)\n',
    )
    const { content } = await post('asa-no-pan')
    expect(content).toContain(
      '## 材料\n\n小麦粉と**塩**\\\n[*水*](https://example.org/)\n\n1. 混ぜる\n2. 焼く\n',
    )
    expect(content).toContain('```sh\nbake --hot < dough\n```')
    expect(findLinkCards(content)).toEqual(['https://example.org/recipe'])
  })

  test('posts with restricted visibility become drafts', async () => {
    expect(await post('for-those-who-pay')).toMatchObject({ draft: true })
    expect(lostOf(report, 'for-those-who-pay')).toContain(
      'it was not public, so it was imported as a draft',
    )
  })

  test('pages stay pages, without comments', async () => {
    expect(await post('about')).toMatchObject({ isPage: true, draft: false, commentsClosed: true })
  })

  test('reports each kind of lost content once', () => {
    expect(lostOf(report, 'for-those-who-pay')).toEqual([
      'the colours, fonts or alignment of some text',
      'a gallery, which is now separate images',
      'embedded content, which is now a link: https://example.org/talk.mp3',
      '“signup-card”, which is now plain text',
      'the HTML element “script”',
      'the HTML element “form”',
      'it was not public, so it was imported as a draft',
    ])
    expect(lostOf(report, 'bread-slowly')).toEqual([
      expect.stringMatching(/path of the old blog.*\(×2\)/),
      'the field “feature_image_caption”: By Ada',
      'the internal tag “#import”',
    ])
  })

  test('a second import changes nothing; --site resolves the addresses of images', async () => {
    expect(await importBlog(ghost)).toMatchObject({ taken: [], unchanged: 6, refused: [] })
    const again = await importBlog(ghost, { site: 'https://crumbs.example/', overwrite: true })
    expect(again.taken).toEqual(['bread-slowly', 'sauerteig'])
    expect(await post('bread-slowly')).toMatchObject({
      cover: 'https://crumbs.example/content/images/2024/03/cover.jpg',
    })
  })
})

describe('a WordPress export', () => {
  let report: PostImportReport
  beforeAll(async () => {
    await clear()
    report = await importBlog(wordpress)
  })

  test('is imported with posts, but not with attachments, menus or the trash', async () => {
    expect(report).toMatchObject({
      taken: ['manana-y-mar', 'блоки', 'private-thoughts', 'unfinished', 'later', 'contact'],
      refused: [],
    })
    expect(await post('manana-y-mar')).toMatchObject({
      title: 'Mañana & mar',
      summary: 'Una mañana.',
      tags: ['Viajes & más', 'mar'],
      draft: false,
      publishedAt: new Date('2015-01-02T09:30:00Z'),
      cover: 'https://old.example/wp-content/uploads/2015/01/mar.jpg',
      coverAlt: 'El mar',
      commentsClosed: false,
    })
    expect(await post('later')).toMatchObject({
      draft: false,
      publishedAt: new Date('2031-05-06T07:08:09Z'),
    })
    for (const slug of ['private-thoughts', 'unfinished'])
      expect(await post(slug)).toMatchObject({ draft: true })
    expect(await post('contact')).toMatchObject({ isPage: true, draft: false })
  })

  test('text and shortcodes of the classic editor become Markdown', async () => {
    const { content } = await post('manana-y-mar')
    expect(content).toMatch(
      /^Era una \*\*mañana\*\* clara & fría\.\\\nSegunda línea\.\n\n<figure><a href=/,
    )
    expect(content).toContain('<figcaption>El mar, <em>en enero</em></figcaption></figure>')
    expect(findLinkCards(content)).toEqual([
      'https://www.youtube.com/watch?v=abc_def-123',
      'https://vimeo.com/76979871',
    ])
    expect(content).toContain(
      '![El mar](https://old.example/wp-content/uploads/2015/01/mar.jpg)\n\n![El sol](',
    )
    expect(content).toContain('- Uno\n- Dos, [bloques](/posts/блоки#fin)\n')
    expect(content).toContain('```php\n<?php echo "[caption]"; ?>\n\n$a = 1 < 2;\n```')
    expect(content).toContain('\\[contact-form-7 id="12" title="Contacto"] Y \\[sic].')
  })

  test('blocks become Markdown', async () => {
    const { content, commentsClosed } = await post('блоки')
    expect(commentsClosed).toBe(true)
    expect(content).toMatch(
      new RegExp(
        '^Привет, <mark>мир</mark>\\.\n\n## Список\n\n- Один\n\n' +
          '!\\[Море\\]\\(\\S+ "Море"\\)\n\n',
      ),
    )
    expect(findLinkCards(content)).toEqual(['https://twitter.com/a/status/1'])
    expect(content).toContain('| A | B |\n| - | - |\n| 1 | 2 |\n\n*Таблица*\n')
    expect(content).toContain('<table><tbody><tr><td colspan="2">1</td></tr>')
    expect(content).toContain('```\nif (a < b) {\n  [gallery]\n}\n```')
  })

  test('comments are imported in threads with names, dates, states and addresses', async () => {
    const { id } = await post('manana-y-mar')
    const comments = await db().comment.findMany({
      where: { postId: id },
      orderBy: [{ createdAt: 'asc' }, { depth: 'asc' }, { authorName: 'desc' }],
      include: { address: true },
    })
    expect(
      comments.map(({ authorName, status, depth, address }) => [
        authorName,
        status,
        depth,
        address && decrypt('reader-address', address.encryptedAddress),
      ]),
    ).toEqual([
      ['Ángela', 'published', 1, 'x@example.org'],
      ['Casino', 'spam', 1, 'x@example.org'],
      ['Benito', 'published', 2, 'x@example.org'],
      ['Espera', 'pending', 2, 'x@example.org'],
      ['Anonymous', 'published', 2, null],
    ])
    expect(await db().readerAddress.count({ where: { verifiedAt: { not: null } } })).toBe(0)
    const { comments: threads } = await listComments('manana-y-mar')
    expect(threads[0]).toMatchObject({
      content: '¡Qué *bonito*!\nDe verdad.',
      created_at: '2015-01-03T10:00:00.000Z',
    })
    expect(report.comments).toBe(5)
  })

  test('reports lost content', () => {
    expect(lostOf(report, 'manana-y-mar')).toEqual([
      'settings of a code block, such as line numbers',
      'the shortcode [contact-form-7], which stays as text',
      'a gallery, which is now separate images',
    ])
    expect(report.commentLosses).toEqual([
      'not imported: not a comment (1): 14 (line 121)',
      'imported with a change: no name (1): 15 (line 135)',
    ])
    expect(lostOf(report, 'блоки')).toEqual([
      'a block “latest-posts”, which WordPress generates',
      'the colours, fonts or alignment of some text',
    ])
  })

  test('a second import changes nothing and duplicates no comment', async () => {
    expect(await importBlog(wordpress)).toMatchObject({
      taken: [],
      unchanged: 6,
      refused: [],
      comments: 0,
    })
    expect(await db().comment.count()).toBe(5)
  })

  test('a later comments:import of the same file adds nothing', async () => {
    const again = await importCommentFiles([wordpress])
    expect(again).toMatchObject({ format: 'wordpress', added: 0, changed: 0, unchanged: 5 })
    expect(await db().comment.count()).toBe(5)
  })
})

describe('a WordPress export that is imported again', () => {
  const comment = (id: number, fields = '') =>
    `<wp:comment><wp:comment_id>${id}</wp:comment_id>
    <wp:comment_author>Ada</wp:comment_author><wp:comment_approved>1</wp:comment_approved>
    <wp:comment_date_gmt>2020-01-0${id} 00:00:00</wp:comment_date_gmt>
    <wp:comment_content><![CDATA[Words ${id}.]]></wp:comment_content>${fields}</wp:comment>`
  const file = (text: string, ...comments: string[]) => {
    const name = path.join(directory, 'again.xml')
    writeFileSync(
      name,
      `<rss><channel><item><title>Again</title><link><![CDATA[
      https://old.example/ü/?a=%C3%BC&b=1
      ]]></link>
      <content:encoded><![CDATA[${text}]]></content:encoded>
      <wp:post_name>again</wp:post_name>
      <wp:post_date_gmt>2020-01-01 00:00:00</wp:post_date_gmt><wp:status>publish</wp:status>
      <wp:post_type>post</wp:post_type>${comments.join('')}</item></channel></rss>`,
    )
    return name
  }
  const contents = async () =>
    (
      await db().comment.findMany({
        where: { thread: { slug: 'again' } },
        orderBy: { createdAt: 'asc' },
      })
    ).map(({ content }) => content)
  const reply = comment(2, '<wp:comment_parent>1</wp:comment_parent>')
  beforeAll(clear)

  test('adds the comments that are new in the export', async () => {
    expect(await importBlog(file('Text.'))).toMatchObject({ refused: [], comments: 0 })
    await importBlog(file('Text.', comment(1)))
    expect(await importBlog(file('Text.', comment(1), reply))).toMatchObject({
      taken: [],
      unchanged: 1,
      refused: [],
      comments: 1,
    })
    expect(await contents()).toEqual(['Words 1.', 'Words 2.'])
  })

  test('adds comments to a post that was edited here and keeps its text', async () => {
    await db().post.updateMany({ data: { content: 'Mine.' } })
    const again = await importBlog(file('Text.', comment(1), reply, comment(3)))
    expect(again).toMatchObject({
      taken: [],
      refused: [{ reason: expect.stringContaining('already exists') }],
      comments: 1,
    })
    expect(await post('again')).toMatchObject({ content: 'Mine.' })
  })

  test('with --overwrite, writes the text and the missing comments', async () => {
    const exported = file('Text.', comment(1), reply, comment(3), comment(4))
    expect(await importBlog(exported, { overwrite: true })).toMatchObject({
      taken: ['again'],
      refused: [],
      comments: 1,
    })
    expect(await contents()).toHaveLength(4)
    expect(await post('again')).toMatchObject({ content: 'Text.\n' })
  })
})

test('reports lost comments, dates, links and custom fields with their numbers', async () => {
  await clear()
  const file = path.join(directory, 'lossy.xml')
  const comments = [1, 2].map(
    (id) => `<wp:comment><wp:comment_id>${id}</wp:comment_id>
    <wp:comment_author>${'x'.repeat(100)}</wp:comment_author>
    <wp:comment_approved>1</wp:comment_approved>
    <wp:comment_date_gmt>0000-00-00 00:00:00</wp:comment_date_gmt>
    <wp:comment_content><![CDATA[<a href="https://old.example/2019/other#comment-3">other</a>
    <a href="/about/">about</a> <u>${'y'.repeat(21_000)}</u>]]>
    </wp:comment_content></wp:comment>`,
  )
  const empty = '<wp:comment><wp:comment_approved>1</wp:comment_approved></wp:comment>'
  writeFileSync(
    file,
    `<rss><channel><item><title>Lossy</title><link>https://old.example/lossy/</link>
    <dc:creator>ada</dc:creator>
    <content:encoded><![CDATA[<p><u>a</u> <a href="/2019/other/#x">other</a>
    <img src="pic.png"> <a href="#end">end</a></p><ol reversed><li>a</li></ol>]]></content:encoded>
    <excerpt:encoded><![CDATA[<u>Short.</u>]]></excerpt:encoded><wp:post_name>lossy</wp:post_name>
    <wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt>
    <wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
    <wp:postmeta><wp:meta_key>mood</wp:meta_key><wp:meta_value>good</wp:meta_value></wp:postmeta>
    ${comments.join('')}${empty}</item>
    <item><title>Other</title><link>https://old.example/2019/other/</link>
    <wp:post_name>other</wp:post_name><wp:status>draft</wp:status>
    <wp:post_type>post</wp:post_type></item></channel></rss>`,
  )
  const report = await importBlog(file)
  expect((await post('lossy')).content).toBe(
    'a [other](/posts/other#x) ![](https://old.example/lossy/pic.png) [end](#end)\n\n1. a\n',
  )
  const { content } = await db().comment.findFirstOrThrow()
  expect(content).toMatch(
    /^\[other\]\(\/posts\/other#comment-3\)\n\[about\]\(https:\/\/old\.example\/about\/\) y/,
  )
  expect(lostOf(report, 'lossy')).toEqual([
    'a relative link, which is now absolute',
    'the HTML element “u” (×2)',
    'the numbering of a list, which is now 1, 2, 3',
    'the field “mood”',
    'it had no date: the date of the import is used',
  ])
  expect(report.commentLosses.map((line) => line.replace(/: [^:]*$/, ''))).toEqual([
    'imported with a change: a name of more than 80 characters, which was truncated (2)',
    'imported with a change: a relative link, which is now absolute (2)',
    'imported with a change: formatting that comments do not support (2)',
    'imported with a change: a text of more than 20,000 characters, which was truncated (2)',
    'imported with a change: no name (1)',
    'imported with a change: no date (2)',
    'not imported: no text (1)',
  ])
  expect(report.lostByAll).toEqual(['the author “ada” of a post'])
})

describe('invalid input', () => {
  beforeAll(clear)
  const write = (name: string, text: string | Buffer) => {
    const file = path.join(directory, name)
    writeFileSync(file, text)
    return file
  }

  test.each([
    ['a truncated file', readFileSync(wordpress).subarray(0, 5_000), 'damaged or incomplete'],
    [
      'XML of another kind',
      '<?xml version="1.0"?><feed><entry/></feed>',
      'not an export of WordPress',
    ],
    [
      'XML in another encoding',
      Buffer.from(readFileSync(wordpress, 'utf8'), 'latin1'),
      'is not UTF-8',
    ],
    ['JSON of another kind', '{"posts": 1}', 'not an export of Ghost'],
    ['invalid JSON', '{"db": [', 'not an export of Ghost'],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'not an export of Ghost, WordPress'],
    ['unlimited nesting', `<rss>${'<a>'.repeat(100_000)}`, 'nested too deeply'],
  ])('%s is rejected with a message before anything is written', async (_, text, message) => {
    await expect(importBlog(write('export', text))).rejects.toThrow(message)
    expect(await db().post.count()).toBe(0)
  })

  test('entity declarations do not expand exponentially or read files', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE rss [
      <!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">
      <!ENTITY file SYSTEM "file:///etc/passwd">]>
      <rss><channel><item><title>Bomb &b; &file;</title>
      <content:encoded>Words &amp; more.</content:encoded><wp:post_name>bomb</wp:post_name>
      <wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item></channel></rss>`
    expect(await importBlog(write('bomb.xml', bomb))).toMatchObject({ taken: ['bomb'] })
    expect(await post('bomb')).toMatchObject({
      title: 'Bomb &b; &file;',
      content: 'Words & more.\n',
    })
  })

  test('reports a post whose slug is in use and imports the others', async () => {
    await clear()
    await db().post.create({
      data: { slug: 'manana-y-mar', title: 'Mine', content: 'Mine.', publishedAt: new Date() },
    })
    const report = await importBlog(wordpress)
    expect(report).toMatchObject({
      taken: { length: 5 },
      refused: [{ file: '“Mañana & mar”', reason: expect.stringContaining('already exists') }],
    })
    expect(await post('manana-y-mar')).toMatchObject({ title: 'Mine' })
    expect(await db().comment.count()).toBe(0)
  })

  test('adds no comments to an unrelated post with comments of another system', async () => {
    const { id } = await post('manana-y-mar')
    await db().importedComment.create({ data: { postId: id, sourceId: 'disqus:1' } })
    expect(await importBlog(wordpress)).toMatchObject({ refused: { length: 1 }, comments: 0 })
    expect(await db().comment.count()).toBe(0)
  })

  test('reports a post that is nested too deeply and imports the others', async () => {
    const item = (name: string, html: string) =>
      `<item><title>${name}</title><content:encoded><![CDATA[${html}]]></content:encoded>
      <wp:post_name>${name}</wp:post_name><wp:status>publish</wp:status>
      <wp:post_type>post</wp:post_type></item>`
    const file = write(
      'deep.xml',
      `<rss><channel>${item('deep', '<div>'.repeat(5_000))}
      ${item('well', '<p>Words.</p>')}</channel></rss>`,
    )
    expect(await importBlog(file)).toMatchObject({
      taken: ['well'],
      refused: [{ file: 'deep', reason: expect.stringContaining('nested too deeply') }],
    })
  })

  if (isNightly)
    test('the command writes its report to the given file', async () => {
      await clear()
      const reportFile = path.join(directory, 'report.json')
      const command = [
        '--conditions=react-server',
        '--import',
        'tsx',
        'scripts/import-posts.ts',
        wordpress,
        '--report',
        reportFile,
      ]
      const { stdout } = await promisify(execFile)(process.execPath, command, {
        env: { ...process.env, DATABASE_URL: databaseUrl, PORT: '1' },
      })
      expect(stdout).toContain(
        'not kept: private-thoughts: it was not public, so it was imported as a draft\n',
      )
      expect(stdout).toContain('not imported: not a comment (1): 14 (line 121)\n')
      expect(stdout).toContain(
        '6 posts imported, 0 unchanged, 0 not imported; 5 comments imported.',
      )
      expect(JSON.parse(readFileSync(reportFile, 'utf8'))).toMatchObject({
        taken: { length: 6 },
        comments: 5,
        commentLosses: { length: 2 },
        lost: { length: 4 },
        lostByAll: { length: 1 },
      })
    })
})
