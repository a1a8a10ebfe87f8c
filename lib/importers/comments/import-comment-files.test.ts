import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { addStaff } from '@/lib/auth/staff'
import { db } from '@/lib/db/client'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { type ImportOptions, importCommentFiles } from './import-comment-files'
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

test('adds the site and the threads that are missing', async () => {
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
  await expect(run(lines, { map: ['/(/=x'] })).rejects.toThrow('is not a regular expression')
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

test('imports the beginning of a gzip file that is cut off', async () => {
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

test('refuses a file that contains no comments, and says what it is', async () => {
  for (const content of ['', 'Hello.', '{"a": 1}', '<html></html>', '\0\u0001\u0002'])
    await expect(importCommentFiles([save(content, 'junk')])).rejects.toThrow('format')
  await expect(importCommentFiles(['/nowhere'])).rejects.toThrow('/nowhere does not exist')
  await expect(importCommentFiles([save('PK\u0003\u0004junk', 'broken.zip')])).rejects.toThrow(
    'damaged',
  )
})

test('adds only new comments, and updates those that changed at the source', async () => {
  await run([{ id: '1' }, { id: '2' }])
  const again = [{ id: '1', text: 'Edited.' }, { id: '2' }, { id: '3', pid: '1' }]
  expect(await run(again)).toMatchObject({ added: 1, changed: 1, unchanged: 1 })
  expect(await texts()).toEqual(['Edited.', 'Text 2.', 'Text 3.'])
})

test('does not overwrite what was changed here, or add what was deleted here', async () => {
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

test('attributes comments to the owner', async () => {
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
    'no such staff member',
  )
})

test('screens comments on request', async () => {
  await db().commentBlock.create({
    data: { kind: 'word', value: 'casino', folded: 'casino', verdict: 'spam' },
  })
  await run([{ id: '1', text: 'The best casino!' }, { id: '2' }], { screen: true })
  const rows = await db().comment.findMany({ orderBy: { id: 'asc' } })
  expect(rows.map(({ status }) => status)).toEqual(['spam', 'published'])
})

test('keeps the replies of readers when an import is undone', async () => {
  const { importId = 0 } = await run([{ id: '1' }, { id: '2', pid: '1' }, { id: '3' }])
  const { postId, id: parentId } = await db().comment.findFirstOrThrow({
    where: { content: 'Text 2.' },
  })
  await addComment(postId, { parentId, content: 'A new reply.' })
  expect(await undoImport(importId)).toEqual({ removed: 1, tombstones: 2 })
  expect(await texts()).toEqual(['', '', 'A new reply.'])
  await expect(undoImport(importId)).rejects.toThrow('import')
})

test('stops between threads, and a second run completes the import', async () => {
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

test('sends no mails and no webhooks', async () => {
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

test('places a comment with a thousand replies', async () => {
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

test('does not import a comment that would show nothing', async () => {
  const report = await run([{ id: '1', text: '> >\n>' }, { id: '2' }, { id: '3', text: '👍' }])
  expect(report.lost).toMatchObject([{ reason: 'empty', count: 1 }])
  expect(await texts()).toEqual(['Text 2.', '👍'])
})
