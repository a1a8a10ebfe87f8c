import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { addStaff } from '@/lib/auth/staff'
import { db } from '@/lib/db/client'
import { addComment, addPost, addReplies } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { arrangeThread } from './arrange-thread'
import { type ImportOptions, importCommentFiles } from './import-comment-files'
import type { SourceLoss } from './source-record'
import { undoImport } from './undo-import'

await ownDatabase()

beforeEach(async () => {
  await db().$executeRaw`TRUNCATE posts, sites, threads, imports, reader_addresses CASCADE`
})

const folder = mkdtempSync(path.join(tmpdir(), 'import-'))

type Line = { id: string; pid?: string; url?: string; text?: string; name?: string } & Record<
  string,
  unknown
>

/** Returns a backup of remark42. */
const backupOf = (lines: Line[]): string =>
  lines
    .map(({ id, pid = '', url = 'https://old.example/hello/', text, name = 'Ada', ...fields }) =>
      JSON.stringify({
        id,
        pid,
        text: '',
        orig: text ?? `Text ${id}.`,
        user: { id: `user-${name}`, name },
        locator: { site: 'old', url },
        time: '2020-01-01T00:00:00Z',
        ...fields,
      }),
    )
    .join('\n')

function save(content: string | Uint8Array, name = 'backup'): string {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

const run = (lines: Line[], options: ImportOptions = {}) =>
  importCommentFiles([save(backupOf(lines))], { site: 'old.example', ...options })

const texts = async () =>
  (await db().comment.findMany({ orderBy: { id: 'asc' } })).map(({ content }) => content)

test('adds the missing site and threads', async () => {
  const report = await run([{ id: '1' }, { id: '2', url: 'https://old.example/other' }])
  expect(report).toMatchObject({ added: 2, threads: 2, newThreads: 2 })
  const site = await db().site.findFirstOrThrow({ include: { hosts: true, threads: true } })
  expect(site).toMatchObject({ name: 'old.example', origins: ['https://old.example'] })
  expect(site.threads.map(({ slug }) => slug).sort()).toEqual([
    'old.example/hello',
    'old.example/other',
  ])
})

test('imports comments to posts with the same slug, or a former one', async () => {
  await addPost('hello')
  const { id } = await addPost('renamed')
  await db().postRedirect.create({ data: { slug: 'former', postId: id } })
  const lines = ['2019/hello.html', 'former/', 'unknown'].map((place, index) => ({
    id: String(index),
    url: `https://old.example/${place}`,
  }))
  const report = await run(lines, { site: undefined })
  expect(report).toMatchObject({
    added: 2,
    newThreads: 0,
    unmatched: [{ address: 'https://old.example/unknown', comments: 1 }],
  })
  const comments = await db().comment.findMany({ include: { thread: true } })
  expect(comments.map(({ thread }) => thread.slug).sort()).toEqual(['hello', 'renamed'])
})

test('maps addresses by prefix and by regular expression', async () => {
  const urls = ['http://staging.test/a/', 'https://old.example/?p=33', 'https://old.example/b']
  const lines = urls.map((url, index) => ({ id: String(index), url }))
  const map = ['http://staging.test/=https://old.example/', String.raw`/^.*\?p=(\d+)$/=/post-$1/`]
  expect(await run(lines, { map })).toMatchObject({ added: 3, unmatched: [] })
  const threads = await db().thread.findMany({ orderBy: { slug: 'asc' } })
  expect(threads.map(({ slug }) => slug)).toEqual([
    'old.example/a',
    'old.example/b',
    'old.example/post-33',
  ])
  await expect(run(lines, { map: ['/(/=x'] })).rejects.toThrow('the rule “/(/=x” is invalid')
  await expect(run(lines, { map: ['nothing'] })).rejects.toThrow('OLD=NEW')
})

test('reads gzip files, folders and zip archives', async () => {
  const backup = backupOf([{ id: '1' }])
  const files = { 'old/backup.json': strToU8(backup), '__MACOSX/._backup': strToU8('junk') }
  for (const [name, bytes] of [
    ['backup.gz', gzipSync(backup)],
    ['backup.zip', zipSync(files)],
  ] as const) {
    const report = await importCommentFiles([save(bytes, name)], { site: 'old.example' })
    expect(report).toMatchObject({ read: 1, format: 'remark42' })
  }
  expect(await db().comment.count()).toBe(1)
})

if (isNightly)
  test('imports a truncated gzip file up to its end', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => ({
      id: String(index),
      text: `Text ${Math.sin(index)}`,
    }))
    const bytes = gzipSync(backupOf(lines))
    const file = save(bytes.subarray(0, bytes.length / 2), 'cut.gz')
    const report = await importCommentFiles([file], { site: 'old.example' })
    expect(report.added).toBeGreaterThan(1_000)
    expect(report.lost).toContainEqual(expect.objectContaining({ reason: 'broken-record' }))
  })

if (isNightly)
  test('imports a damaged gzip file up to the damage, and reports it', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => ({
      id: String(index),
      text: `Text ${Math.sin(index)}`,
    }))
    const bytes = gzipSync(backupOf(lines))
    const middle = bytes.length >> 1
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 255, middle)
    const file = save(bytes, 'damaged.gz')
    const losses: SourceLoss[] = []
    const options = { site: 'old.example', onLoss: (loss: SourceLoss) => void losses.push(loss) }
    expect((await importCommentFiles([file], options)).added).toBeGreaterThan(1_000)
    expect(losses).toContainEqual(
      expect.objectContaining({ reason: 'broken-record', place: 'damaged.gz' }),
    )
    const broken = save(bytes.subarray(0, 30), 'broken.gz')
    await expect(importCommentFiles([broken])).rejects.toThrow('broken.gz: the data is damaged')
  })

test('rejects files without comments, with a reason', async () => {
  for (const content of ['', 'Hello.', '{"a": 1}', '<html></html>', '\0\u0001\u0002'])
    await expect(importCommentFiles([save(content, 'junk')])).rejects.toThrow('format')
  await expect(importCommentFiles(['prisma/fixtures/ghost-export.json'])).rejects.toThrow(
    'an export of Ghost, which contains no comments',
  )
  await expect(importCommentFiles(['/nowhere'])).rejects.toThrow('/nowhere does not exist')
  await expect(importCommentFiles([save('PK\u0003\u0004junk', 'broken.zip')])).rejects.toThrow(
    'damaged',
  )
})

test.runIf(process.platform === 'linux')('leaves no file open that it cannot import', async () => {
  const openFiles = () => readdirSync('/proc/self/fd').length
  const before = openFiles()
  for (let count = 0; count < 20; count++)
    await expect(importCommentFiles(['/nowhere'])).rejects.toThrow('does not exist')
  expect(openFiles()).toBeLessThan(before + 20)
})

test('adds only new comments, and updates those that changed at the source', async () => {
  await run([{ id: '1' }, { id: '2' }])
  const again = [{ id: '1', text: 'Edited.' }, { id: '2' }, { id: '3', pid: '1' }]
  expect(await run(again)).toMatchObject({ added: 1, changed: 1, unchanged: 1 })
  expect(await texts()).toEqual(['Edited.', 'Text 2.', 'Text 3.'])
})

test('does not overwrite comments changed here, or restore comments deleted here', async () => {
  await run([{ id: '1' }, { id: '2' }, { id: '3' }])
  const [first, second, third] = await db().comment.findMany({ orderBy: { id: 'asc' } })
  await db().comment.update({ where: { id: first?.id ?? 0 }, data: { editedBy: 'owner' } })
  await db().comment.update({ where: { id: second?.id ?? 0 }, data: { status: 'spam' } })
  await db().comment.delete({ where: { id: third?.id ?? 0 } })
  const lines = ['1', '2', '3'].map((id) => ({ id, text: `New ${id}.` }))
  expect(await run(lines)).toMatchObject({ added: 0 })
  const rows = await db().comment.findMany({ orderBy: { id: 'asc' } })
  expect(rows.map(({ content, status }) => [content, status])).toEqual([
    ['Text 1.', 'published'],
    ['New 2.', 'spam'],
  ])
})

test('attributes comments of the given name to the owner', async () => {
  await db().$transaction((transaction) =>
    addStaff(transaction, {
      id: 'owner',
      name: 'Ada',
      email: 'ada@example.org',
      role: 'owner',
      passwordHash: '',
    }),
  )
  await run(
    [
      { id: '1', name: 'Ada L.' },
      { id: '2', name: 'Ada' },
    ],
    { me: ['Ada L.'] },
  )
  const rows = await db().comment.findMany({ orderBy: { id: 'asc' } })
  expect(rows.map(({ staffId }) => staffId)).toEqual(['owner', null])
  await expect(run([{ id: '3' }], { me: ['Ada=nobody@example.org'] })).rejects.toThrow(
    'no staff member for “Ada=nobody@example.org”',
  )
  // An invalid rule starts no import; otherwise, an interrupted one would be listed.
  expect(await db().import.count()).toBe(1)
})

test('screens comments on request', async () => {
  await db().commentBlock.create({
    data: { kind: 'word', value: 'casino', folded: 'casino', verdict: 'spam' },
  })
  await run([{ id: '1', text: 'The best casino!' }, { id: '2' }], { screen: true })
  const rows = await db().comment.findMany({ orderBy: { id: 'asc' } })
  expect(rows.map(({ status }) => status)).toEqual(['spam', 'published'])
})

test('screens comments with a single free connection to the database', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const poolSize = 10
  const held: Promise<void>[] = []
  for (let count = 1; count < poolSize; count++)
    await new Promise<void>((resolve) => {
      const hold = async (transaction: { $queryRaw: (sql: TemplateStringsArray) => unknown }) => {
        await transaction.$queryRaw`SELECT 1`
        resolve()
        await released
      }
      held.push(db().$transaction(hold, { timeout: 60_000 }))
    })
  const report = await run([{ id: '1' }, { id: '2', pid: '1' }], { screen: true })
  expect(report).toMatchObject({ added: 2 })
  release()
  await Promise.all(held)
})

test('renames repeated ids identically, whichever pages match', async () => {
  await addPost('hello')
  const lines = ['https://old.example/lost', 'https://old.example/hello'].map((url) => ({
    id: '1',
    url,
    text: `Text on ${url}.`,
    name: url,
    time: url.endsWith('lost') ? '2020-01-01T00:00:00Z' : '2020-01-02T00:07:00Z',
  }))
  expect(await run(lines, { site: undefined })).toMatchObject({ added: 1, unmatchedPages: 1 })
  const map = ['https://old.example/lost=/hello']
  expect(await run(lines, { site: undefined, map })).toMatchObject({ added: 1, unchanged: 1 })
  expect(await run(lines, { site: undefined, map })).toMatchObject({ added: 0, unchanged: 2 })
  const rows = await db().importedComment.findMany({ orderBy: { sourceId: 'asc' } })
  expect(rows.map(({ sourceId }) => sourceId)).toEqual(['remark42:1', 'remark42:1#2'])
})

test('keeps the replies of readers when an import is undone and repeated', async () => {
  const { importId = 0 } = await run([{ id: '1' }, { id: '2', pid: '1' }, { id: '3' }])
  const { postId, id: parentId } = await db().comment.findFirstOrThrow({
    where: { content: 'Text 2.' },
  })
  await addComment(postId, { parentId, content: 'A new reply.' })
  expect(await undoImport(importId)).toEqual({ removed: 1, tombstones: 2 })
  expect(await texts()).toEqual(['', '', 'A new reply.'])
  await expect(undoImport(importId)).rejects.toThrow('import')
  const again = [{ id: '1' }, { id: '2', pid: '1' }, { id: '3' }]
  expect(await run(again)).toMatchObject({ added: 3, changed: 0, unchanged: 0 })
  expect(await texts()).toEqual(['Text 1.', 'Text 2.', 'A new reply.', 'Text 3.'])
  expect(await db().comment.count({ where: { status: 'published' } })).toBe(4)
})

test('can be stopped between threads, and a second import adds the rest', async () => {
  const lines = ['a', 'b', 'c'].map((name) => ({ id: name, url: `https://old.example/${name}` }))
  const stop = new AbortController()
  const stopped = run(lines, {
    signal: stop.signal,
    onProgress: ({ done }) => {
      if (done === 1) stop.abort()
    },
  })
  await expect(stopped).rejects.toThrow('abort')
  expect(await texts()).toEqual(['Text a.'])
  expect(await run(lines)).toMatchObject({ added: 2, unchanged: 1 })
})

test('sends no e-mails and no webhooks', async () => {
  const site = await db().site.create({
    data: {
      name: 'Old',
      origins: ['https://old.example'],
      webhookUrl: 'https://old.example/hook',
      hosts: { create: { host: 'old.example' } },
    },
  })
  await run([{ id: '1' }, { id: '2', pid: '1' }])
  expect(await db().thread.count({ where: { siteId: site.id } })).toBe(1)
  expect(await db().webhookDelivery.count()).toBe(0)
  expect(await db().outboxMail.count()).toBe(0)
})

test('imports a comment with more than a thousand replies', async () => {
  const lines = [
    { id: 'top' },
    ...Array.from({ length: 1_005 }, (_, index) => ({
      id: String(index + 1),
      pid: 'top',
    })),
  ]
  const report = await run(lines)
  expect(report.added).toBe(1_006)
  expect(report.lost).toContainEqual(expect.objectContaining({ reason: 'thread-full', count: 5 }))
})

test('imports only the comments of the given pages', async () => {
  for (const slug of ['first', 'other']) await addPost(slug)
  const page = 'https://old.example/?p=2'
  const lines = [
    { id: '1', url: page },
    { id: '2', url: 'https://old.example/other' },
  ]
  const posts = new Map([[page, 'first']])
  expect(await run(lines, { site: undefined, posts })).toMatchObject({
    added: 1,
    newThreads: 0,
    unmatched: [{ address: 'https://old.example/other', comments: 1 }],
  })
  const { thread } = await db().comment.findFirstOrThrow({ include: { thread: true } })
  expect(thread.slug).toBe('first')
})

test('holds the comments of private pages of WordPress, but not of posts of the blog', async () => {
  const item = (id: number, element: string) =>
    `<item><link>https://old.example/${id}/</link><wp:post_id>${id}</wp:post_id>${element}
    <wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>Ada</wp:comment_author>
    <wp:comment_date_gmt>2020-01-01 00:00:00</wp:comment_date_gmt>
    <wp:comment_content>Text ${id}.</wp:comment_content>
    <wp:comment_approved>1</wp:comment_approved></wp:comment></item>`
  const items = [
    item(1, '<wp:status>private</wp:status>'),
    item(2, '<wp:status>publish</wp:status><wp:post_password>x</wp:post_password>'),
    item(3, '<wp:status>publish</wp:status><wp:post_password></wp:post_password>'),
  ]
  const file = save(
    `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${items.join('')}</channel></rss>`,
    'wordpress.xml',
  )
  const statuses = async () =>
    (await db().comment.findMany({ orderBy: { content: 'asc' } })).map(({ status }) => status)
  const report = await importCommentFiles([file], { site: 'old.example' })
  expect(report).toMatchObject({ added: 3, lost: [{ reason: 'page-private', count: 2 }] })
  expect(await statuses()).toEqual(['pending', 'pending', 'published'])
  await db().$executeRaw`TRUNCATE sites, threads, imports CASCADE`
  await addPost('secret')
  const posts = new Map([['https://old.example/1/', 'secret']])
  expect(await importCommentFiles([file], { posts })).toMatchObject({ added: 1 })
  expect(await statuses()).toEqual(['published'])
})

test('does not import a comment without visible text', async () => {
  const report = await run([{ id: '1', text: '> >\n>' }, { id: '2' }, { id: '3', text: '👍' }])
  expect(report.lost).toMatchObject([{ reason: 'empty', count: 1 }])
  expect(await texts()).toEqual(['Text 2.', '👍'])
})

/** Returns comments with their texts, parents and depths. */
async function shape() {
  const rows = await db().comment.findMany({ include: { parent: true }, orderBy: { id: 'asc' } })
  return rows.map(({ content, depth, parent }) => [content, depth, parent?.content ?? null])
}

test('deletes a comment that was deleted at the source', async () => {
  await run([{ id: '1' }, { id: '2' }])
  expect(await run([{ id: '1', delete: true }, { id: '2' }])).toMatchObject({
    added: 0,
    changed: 1,
  })
  const rows = await db().comment.findMany({ orderBy: { id: 'asc' } })
  expect(rows.map(({ status, content }) => [status, content])).toEqual([
    ['deleted', ''],
    ['published', 'Text 2.'],
  ])
})

test('deletes earlier texts of a comment that was deleted at the source', async () => {
  await run([{ id: '1' }])
  const { id: commentId } = await db().comment.findFirstOrThrow()
  await db().commentEdit.create({ data: { commentId, content: 'My phone number.' } })
  await db().commentJudgement.create({
    data: { commentId, fromStatus: 'published', toStatus: 'published', contentBefore: 'Secret.' },
  })
  expect(await run([{ id: '1', delete: true }])).toMatchObject({ changed: 1 })
  expect(await db().commentEdit.count()).toBe(0)
  expect(await db().commentJudgement.findFirst()).toMatchObject({ contentBefore: null })
})

test('drops a comment that another file contains with other votes', async () => {
  const report = await run([{ id: '1' }, { id: '1', votes: { 'user-Bea': true }, pin: true }])
  expect(report).toMatchObject({ added: 1, lost: [{ reason: 'duplicate', count: 1 }] })
})

test('places a new reply below a parent that only an earlier import contained', async () => {
  await run([{ id: '1' }, { id: '2', pid: '1' }])
  const report = await run([
    { id: '3', pid: '2' },
    { id: '4', pid: '9' },
  ])
  expect(report.lost).toMatchObject([{ reason: 'parent-missing', count: 1 }])
  expect(await shape()).toEqual([
    ['Text 1.', 1, null],
    ['Text 2.', 2, 'Text 1.'],
    ['Text 3.', 3, 'Text 2.'],
    ['Text 4.', 1, null],
  ])
})

test('places replies by their depth here if the source has deleted their parents', async () => {
  const chain = Array.from({ length: 6 }, (_, index) => ({
    id: String(index + 1),
    pid: index === 0 ? '' : String(index),
  }))
  await run(chain)
  // The source deleted the first four rows.
  const report = await run([{ id: '5' }, { id: '6', pid: '5' }, { id: '7', pid: '6' }])
  expect(report).toMatchObject({ added: 1, lost: [{ reason: 'depth' }] })
  expect((await shape()).at(-1)).toEqual(['Text 7.', 6, 'Text 5.'])
})

if (isNightly)
  test('keeps replies elsewhere on the page if one thread is full', async () => {
    await run([{ id: 'full' }, { id: 'other' }, { id: 'o1', pid: 'other' }])
    const { id: fullId, postId } = await db().comment.findFirstOrThrow({
      where: { content: 'Text full.' },
    })
    await addReplies(postId, fullId, 1_000)
    const report = await run([
      { id: 'full' },
      { id: 'f1', pid: 'full' },
      { id: 'other' },
      { id: 'o1', pid: 'other' },
      { id: 'o2', pid: 'o1' },
    ])
    expect(report.lost).toMatchObject([{ reason: 'thread-full', examples: [{ ids: ['f1'] }] }])
    const added = (await shape()).slice(-2)
    expect(added).toEqual([
      ['Text f1.', 1, null],
      ['Text o2.', 3, 'Text o1.'],
    ])
  })

test('keeps the comments of two installations of a system apart', async () => {
  await run([{ id: '1', name: 'Ada' }])
  const other = [
    { id: '1', name: 'Ben', text: 'Of Ben.', time: '2021-05-01T07:01:00Z' },
    { id: '2', pid: '1', name: 'Cleo' },
  ]
  expect(await run(other)).toMatchObject({ added: 2, changed: 0 })
  expect(await shape()).toEqual([
    ['Text 1.', 1, null],
    ['Of Ben.', 1, null],
    ['Text 2.', 2, 'Of Ben.'],
  ])
  expect(await run(other)).toMatchObject({ added: 0, unchanged: 2 })
})

test('corrects times that were read in another time zone', async () => {
  await run([{ id: '1', time: '2020-01-01T08:00:00Z' }])
  await run([{ id: '1', time: '2020-01-01T00:00:00Z' }])
  const { createdAt } = await db().comment.findFirstOrThrow()
  expect(createdAt.toJSON()).toBe('2020-01-01T00:00:00.000Z')
})

test('a check reports the result of an import without storing anything', async () => {
  await run([{ id: '1' }, { id: '2' }])
  await db().comment.updateMany({
    where: { content: 'Text 1.' },
    data: { editedBy: 'owner' },
  })
  const lines = [
    { id: '1', text: 'New.' },
    { id: '2', text: 'New.' },
    { id: '3', url: 'https://old.example/new' },
  ]
  const { importId: _, ...checked } = await run(lines, { check: true })
  expect(await texts()).toEqual(['Text 1.', 'Text 2.'])
  expect(await db().import.count()).toBe(1)
  const { importId: __, ...done } = await run(lines)
  expect(done).toEqual(checked)
  expect(done).toMatchObject({ added: 1, changed: 1, unchanged: 1, newThreads: 1 })
})

test('reports the site that it adds, whose pages may then write', async () => {
  const lines = [{ id: '1' }, { id: '2', url: 'https://old.example/other' }]
  expect((await run(lines, { check: true })).newSites).toEqual(['old.example'])
  expect((await run([{ id: '1' }])).newSites).toEqual(['old.example'])
  expect((await run([{ id: '2' }])).newSites).toEqual([])
})

test('keeps the ids of `#comment-ID` permalinks, and gives new comments other ids', async () => {
  const export_ = `<?xml version="1.0"?>
    <disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">
    <thread dsq:id="1"><link>https://old.example/hello/</link></thread>
    <post dsq:id="900106"><message>Words.</message><createdAt>2020-01-01T00:00:00Z</createdAt>
    <author><name>Ada</name></author><thread dsq:id="1"/></post>
    <post dsq:id="5123456789"><message>More.</message><createdAt>2020-01-01T00:00:00Z</createdAt>
    <author><name>Ada</name></author><thread dsq:id="1"/></post></disqus>`
  const file = save(export_, 'disqus.xml')
  // A check reserves no ids.
  await importCommentFiles([file], { site: 'old.example', check: true })
  await importCommentFiles([file], { site: 'old.example' })
  const rows = await db().comment.findMany({ orderBy: { id: 'asc' } })
  expect(rows[0]).toMatchObject({ id: 900_106, content: 'Words.' })
  expect(rows[1]?.id).toBeGreaterThan(900_106)
  const next = await addComment(rows[0]?.postId ?? 0)
  expect(next).toBeGreaterThan(rows[1]?.id ?? 0)
})

test('stores a report with characters that PostgreSQL refuses', async () => {
  const report = await run([{ id: '1', url: 'https://other.example/\0\ud800' }, { id: '2' }])
  expect(report).toMatchObject({ added: 1, unmatchedPages: 1 })
  expect(await db().import.findFirst()).toMatchObject({ finishedAt: expect.any(Date) })
})

test('imports a page whose title consists of nested tags', async () => {
  const title = `The ${'<b><div>'.repeat(50_000)}`
  expect(await run([{ id: '1', title }])).toMatchObject({ added: 1 })
  expect(await db().thread.findFirst()).toMatchObject({ title: expect.stringMatching(/^The/) })
})

test('imports a comment whose time is in microseconds as one without a date', async () => {
  const report = await run([{ id: '1', time: 1_577_836_800_000_000 }, { id: '2' }])
  expect(report).toMatchObject({ added: 2, lost: [{ reason: 'undated', count: 1 }] })
})

test('stores no hash by which an e-mail address could be guessed', async () => {
  const backup = (email: string) => {
    const users = [{ id: 'user-Ada', details: { email } }]
    return `${JSON.stringify({ version: 1, users, posts: [] })}\n${backupOf([{ id: '1' }])}`
  }
  const importFrom = (email: string) =>
    importCommentFiles([save(backup(email))], { site: 'old.example' })
  await importFrom('ada@example.org')
  expect(await importFrom('ben@example.org')).toMatchObject({ unchanged: 1 })
})

if (isNightly)
  test('places a hundred thousand replies to one comment', async () => {
    const at = new Date()
    const own = {
      type: 'comment' as const,
      id: 1,
      slug: 'page',
      parent_id: null,
      answered_id: null,
      status: 'published' as const,
      author_name: 'Ada',
      author_email: null,
      staff: null,
      content: 'Words.',
      pending_content: null,
      pending_since: null,
      verified_at: null,
      screening: [],
      pending_screening: [],
      votes: { up: 0, down: 0 },
      pinned: false,
      created_at: at,
      edited_at: null,
      edited_by: null,
      edits: [],
      likes: 0,
      sources: [],
    }
    const replies = Array.from({ length: 130_000 }, (_, index) => ({
      id: String(index + 1),
      pageId: 'page',
      parentId: index === 0 ? '' : '1',
      place: '',
      status: 'published' as const,
      authorName: 'Ada',
      content: 'Words.',
      markup: 'markdown' as const,
      createdAt: at,
      own,
    }))
    const stored = replies.map((comment) => ({ comment, uniqueId: comment.id }))
    const arranged = await arrangeThread(stored, {
      url: 'https://old.example/',
      rewrite: (address) => address,
      date: undefined,
      isPrivate: false,
      importedAt: new Date(),
      isInImport: () => false,
      note: () => {},
    })
    expect(arranged).toHaveLength(130_000)
  })

test('leaves a comment that was approved here if it is deleted at the source', async () => {
  await run([{ id: '1' }])
  await db().comment.updateMany({ data: { status: 'pending' } })
  expect(await run([{ id: '1', delete: true }])).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await db().comment.findFirst()).toMatchObject({ status: 'pending', content: 'Text 1.' })
})

test('counts only published replies towards a full thread', async () => {
  await db().commentBlock.deleteMany()
  await db().commentBlock.create({
    data: { kind: 'word', value: 'casino', folded: 'casino', verdict: 'spam' },
  })
  const spam = Array.from({ length: 3 }, (_, n) => ({ id: `s${n}`, pid: 'top', text: 'casino' }))
  await run([{ id: 'top' }])
  const { id, postId } = await db().comment.findFirstOrThrow()
  await addReplies(postId, id, 998)
  const lines = [{ id: 'top' }, ...spam, { id: 'a', pid: 'top' }, { id: 'b', pid: 'top' }]
  expect(await run(lines, { screen: true })).toMatchObject({ added: 5, lost: [] })
})

if (isNightly)
  test('leaves a reply pending that the source approves while its thread is full', async () => {
    const lines = (approved: boolean) => ({
      type: 'waline',
      data: {
        Comment: ['top', 'waiting'].map((objectId) => ({
          objectId,
          pid: objectId === 'top' ? '' : 'top',
          url: '/hello',
          nick: 'Ada',
          comment: `Text ${objectId}.`,
          status: approved || objectId === 'top' ? 'approved' : 'waiting',
          insertedAt: '2020-01-01T00:00:00Z',
        })),
      },
    })
    const importLines = (approved: boolean) =>
      importCommentFiles([save(JSON.stringify(lines(approved)), 'waline.json')], {
        site: 'old.example',
      })
    await importLines(false)
    const { id, postId } = await db().comment.findFirstOrThrow({ where: { parentId: null } })
    await addReplies(postId, id, 1_000)
    expect(await importLines(true)).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
    await db().comment.deleteMany({ where: { content: 'r' } })
    expect(await importLines(true)).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await db().comment.count({ where: { status: 'published' } })).toBe(2)
  })
