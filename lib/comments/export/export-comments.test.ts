import { beforeAll, expect, test } from 'vitest'
import { encryptStaffAddress } from '@/lib/auth/staff-address'
import { db } from '@/lib/db/client'
import { afterword } from '@/lib/importers/comments/readers/afterword'
import type { SourceRecord } from '@/lib/importers/comments/source-record'
import { encryptAddress } from '@/lib/mail/reader-address'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPage, addPost, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { exportComments, exportCommentsAs } from './export-comments'
import { exportHead } from './export-format'

await ownDatabase()

const day = (number: number) => new Date(Date.UTC(2026, 2, number))
const at = (number: number) => day(number).toISOString()

async function linesOf(scope = {}): Promise<Record<string, unknown>[]> {
  const lines: object[] = []
  for await (const batch of exportComments(scope)) lines.push(...batch)
  return lines.map((line) => ({ ...line }))
}

const ids = { site: 0, first: 0, reply: 0, late: 0, page: 0 }

beforeAll(async () => {
  const moderator = await addActor('moderator')
  await db().staff.update({
    where: { id: moderator.staffId },
    data: encryptStaffAddress('max@example.org'),
  })
  const post = await addPost('hello')
  await db().postRedirect.create({ data: { slug: 'before', postId: post.id } })
  await db().post.update({ where: { id: post.id }, data: { commentsClosed: true } })
  await addPost('quiet')
  const address = await db().readerAddress.create({ data: encryptAddress('Ada@example.org') })
  ids.first = await addComment(post.id, { createdAt: day(1) })
  // Gives the parent the higher id, as an import does if the original id is taken.
  ids.reply = await addComment(post.id, { status: 'deleted', content: '', authorName: '' })
  await db().comment.update({
    where: { id: ids.first },
    data: {
      addressId: address.id,
      verifiedAt: day(2),
      waitingContent: 'Better words.',
      waitingSince: day(3),
      waitingScreening: [{ rule: 'links', verdict: 'pending', reason: 'links' }],
      screening: [{ rule: 'length', verdict: 'published', reason: '' }],
      editedAt: day(2),
      editedBy: 'owner',
      votesUp: 5,
      votesDown: 2,
      likes: 4,
      edits: { create: { content: 'First words.', replacedAt: day(1) } },
      networkHash: 'a network',
      networkKey: 'a network',
      isNewcomer: true,
    },
  })
  await db().post.update({ where: { id: post.id }, data: { pinnedCommentId: ids.first } })
  for (const [sourceId, anchor] of [
    ['disqus:7', 'comment-7'],
    ['afterword:9', ''],
    ['Isso:1', ''],
  ] as const)
    await db().importedComment.create({
      data: { postId: post.id, sourceId, commentId: ids.first, sourceHash: 'published.x', anchor },
    })
  const site = await addSite(['https://blog.example'])
  ids.site = site.id
  const page = await addPage(site.id, 'blog.example/page', { closed: true })
  await addPage(site.id, 'blog.example/Äpfel', { title: '' })
  await db().threadAlias.create({ data: { slug: 'blog.example/old', threadId: page } })
  ids.late = 900
  await db().comment.create({
    data: {
      id: ids.late,
      postId: page,
      status: 'published',
      authorName: 'Bea',
      content: 'Top',
      staffId: moderator.staffId,
    },
  })
  ids.page = await addComment(page, { parentId: ids.late, status: 'spam', createdAt: day(4) })
  await db().comment.create({
    data: {
      id: 800,
      postId: page,
      parentId: ids.late,
      answeredId: ids.page,
      status: 'pending',
      authorName: 'Cyd',
      content: 'Reply',
      createdAt: day(5),
    },
  })
  await db().$executeRaw`SELECT setval('comments_id_seq', 1000)`
})

test('exports threads by slug, with a fixed order of keys', async () => {
  const [head, ...lines] = await linesOf()
  expect(head).toEqual({ format: 'afterword-comments', version: 1 })
  const site = { name: 'The site blog.example', origins: ['https://blog.example'], language: 'en' }
  const threads = lines.filter(({ type }) => type === 'thread')
  expect(threads).toMatchObject([
    { slug: 'blog.example/page', closed: true, aliases: ['blog.example/old'], site },
    { slug: 'blog.example/Äpfel', title: '', aliases: [], closed: false },
    { slug: 'hello', url: '', title: 'About hello', closed: true, aliases: [], site: null },
  ])
  for (const thread of threads)
    expect(Object.keys(thread).join()).toBe(
      'type,slug,url,title,closed,likes,created_at,aliases,site',
    )
})

test('exports every field of a comment except its network', async () => {
  const comment = (await linesOf()).find(({ id }) => id === ids.first)
  expect(JSON.stringify(comment)).toBe(
    JSON.stringify({
      type: 'comment',
      id: ids.first,
      slug: 'hello',
      parent_id: null,
      answered_id: null,
      status: 'published',
      author_name: 'Ada',
      author_email: 'ada@example.org',
      verified_at: at(2),
      staff: null,
      content: 'Some words.',
      pending_content: 'Better words.',
      pending_since: at(3),
      screening: [{ rule: 'length', reason: '', verdict: 'published' }],
      pending_screening: [{ rule: 'links', reason: 'links', verdict: 'pending' }],
      votes: { up: 5, down: 2 },
      likes: 4,
      pinned: true,
      created_at: at(1),
      edited_at: at(2),
      edited_by: 'owner',
      edits: [{ content: 'First words.', replaced_at: at(1) }],
      sources: [
        { id: 'Isso:1', hash: 'published.x', anchor: '' },
        { id: 'disqus:7', hash: 'published.x', anchor: 'comment-7' },
      ],
    }),
  )
})

test('exports comments in all states, with parents before children', async () => {
  const comments = (await linesOf()).filter(({ type }) => type === 'comment')
  expect(comments.map(({ id, status }) => [id, status])).toEqual([
    [ids.first, 'published'],
    [ids.reply, 'deleted'],
    [ids.late, 'published'],
    [ids.page, 'spam'],
    [800, 'pending'],
  ])
  expect(comments[2]).toMatchObject({ staff: 'max@example.org', pinned: false, sources: [] })
  expect(comments[4]).toMatchObject({ parent_id: ids.late, answered_id: ids.page })
})

test('exports one site only', async () => {
  const slugs = (await linesOf({ siteId: ids.site })).map(({ slug }) => slug)
  expect(slugs).toEqual([
    undefined,
    'blog.example/page',
    'blog.example/Äpfel',
    'blog.example/page',
    'blog.example/page',
    'blog.example/page',
  ])
})

test('refuses everyone but the owner, and unknown sites', async () => {
  const owner = await addActor('owner')
  await expect(exportCommentsAs(await addActor('moderator'))).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(exportCommentsAs(undefined)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(exportCommentsAs(owner, { siteId: 10_000 })).rejects.toMatchObject({
    code: 'not-found',
  })
  await exportCommentsAs(owner)
})

const fileOf = (text: string) => ({
  name: 'comments.jsonl',
  open: async function* () {
    // Small chunks, which split lines and letters.
    const bytes = new TextEncoder().encode(text)
    for (let start = 0; start < bytes.length; start += 7) yield bytes.slice(start, start + 7)
  },
})

async function read(text: string): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  for await (const record of afterword.read(fileOf(text), { timeZone: 'UTC' })) records.push(record)
  return records
}

const asText = (lines: unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

test('the reader returns the exported threads and comments', async () => {
  const lines = await linesOf()
  const text = asText(lines)
  expect(afterword.detect(text)).toBe(true)
  const records = await read(text)
  expect(records.map(({ kind }) => kind)).toEqual([
    'page',
    'page',
    'page',
    'comment',
    'comment',
    'comment',
    'comment',
    'comment',
  ])
  expect(records[0]).toMatchObject({
    id: 'blog.example/page',
    page: {
      address: 'https://blog.example/page',
      isClosed: true,
      own: { slug: 'blog.example/page', aliases: ['blog.example/old'], site: { language: 'en' } },
    },
  })
  const row = lines.find(({ id }) => id === ids.first)
  expect(records[3]).toEqual({
    kind: 'comment',
    comment: {
      id: String(ids.first),
      parentId: '',
      pageId: 'hello',
      place: 'line 5',
      status: 'published',
      authorName: 'Ada',
      authorEmail: 'ada@example.org',
      content: 'Some words.',
      markup: 'markdown',
      createdAt: day(1),
      editedAt: day(2),
      isPinned: true,
      votes: { up: 5, down: 2 },
      own: { ...row, edits: [{ content: 'First words.', replaced_at: day(1) }] },
      losses: [],
    },
  })
  expect(records[7]).toMatchObject({ comment: { parentId: String(ids.page), status: 'pending' } })
})

test('the reader reports damaged lines with their numbers, and continues', async () => {
  const comment = (await linesOf()).find(({ id }) => id === ids.first)
  const text = `${asText([exportHead])}{"type":\n\n${asText([
    { ...comment, created_at: 'yesterday' },
    { ...comment, status: 'gone' },
    [],
    comment,
  ])}`
  const loss = (ids: string[], place: string) => ({
    kind: 'loss',
    loss: { reason: 'broken-record', ids, place },
  })
  expect(await read(text)).toMatchObject([
    loss(['line 2'], 'line 2'),
    loss([String(ids.first)], 'line 4'),
    loss([String(ids.first)], 'line 5'),
    loss(['line 6'], 'line 6'),
    { kind: 'comment' },
  ])
})

/** Returns the notes of the losses in a file with one line, which differs from one exported. */
async function notesOf(type: 'thread' | 'comment', change: object): Promise<unknown[]> {
  const line = (await linesOf()).find((one) => one.type === type)
  const records = await read(asText([exportHead, { ...line, ...change }]))
  return records.map((record) => record.kind === 'loss' && [record.loss.place, record.loss.reason])
}

const nul = '\0'
const site = { name: 'A', origins: ['https://blog.example'], language: 'en' }
test.each([
  ['comment', 'an id that is too large', { id: 2 ** 31 }],
  ['comment', 'a parent that is too large', { parent_id: 2 ** 40 }],
  ['comment', 'votes that are too many', { votes: { up: 2 ** 31, down: 0 } }],
  ['comment', 'NUL in a text', { content: `a${nul}b` }],
  ['comment', 'NUL in the screening', { screening: [{ [nul]: 1 }] }],
  ['comment', 'a lone surrogate', { author_name: '\\\ud83d' }],
  [
    'comment',
    'a source with a long id',
    { sources: [{ id: 'a'.repeat(501), hash: '', anchor: '' }] },
  ],
  ['comment', 'the year 0', { created_at: '0000-01-01T00:00:00Z' }],
  ['comment', 'February 30', { edited_at: '2026-02-30T00:00:00Z' }],
  ['thread', 'a path in an origin', { site: { ...site, origins: ['https://blog.example/'] } }],
  ['thread', 'no URL as an origin', { site: { ...site, origins: ['blog.example'] } }],
  ['thread', 'an origin of FTP', { site: { ...site, origins: ['ftp://blog.example'] } }],
  ['thread', 'the origins of another site', { site: { ...site, origins: ['https://b.example'] } }],
  ['thread', 'a script as its URL', { url: 'javascript:alert(1)' }],
  ['thread', 'a page without a site', { site: null }],
  ['thread', 'a post with a site', { slug: 'hello', site }],
  ['thread', 'a slug that is too long', { slug: `blog.example/${'a'.repeat(500)}`, site }],
] as const)('the reader refuses a %s with %s', async (type, _, change) => {
  expect(await notesOf(type, change)).toEqual([['line 2', 'broken-record']])
})

test('the reader accepts escaped letters, and texts that look like escapes', async () => {
  const content = '\\u0000 😀'
  const comment = (await linesOf()).find(({ id }) => id === ids.first)
  const text = asText([exportHead, { ...comment, content }]).replace('😀', '\\ud83d\\ude00')
  expect(text).toContain('\\\\u0000 \\ud83d')
  expect(await read(text)).toMatchObject([{ kind: 'comment', comment: { content } }])
})

test('the reader reports the second comment with an id', async () => {
  const comment = (await linesOf()).find(({ id }) => id === ids.first)
  expect(await read(asText([exportHead, comment, comment]))).toMatchObject([
    { kind: 'comment' },
    { kind: 'loss', loss: { reason: 'broken-record', ids: [String(ids.first)], place: 'line 3' } },
  ])
})

test('exports a page whose host was removed from its site', async () => {
  const { id } = await addSite(['https://new.example'])
  const thread = await addPage(id, 'former.example/page')
  const lines = (await linesOf({ siteId: id })).slice(1)
  expect(lines).toMatchObject([
    { site: { origins: ['https://new.example', 'https://former.example'] } },
  ])
  expect(await read(asText([exportHead, ...lines]))).toMatchObject([{ kind: 'page' }])
  await db().thread.delete({ where: { id: thread } })
})

test.each([
  ['', 'no comments'],
  ['{"format":"afterword-comments","version":2}', 'the export has version 2'],
  ['{"format":"other"}', 'not an export of Afterword'],
  ['[1,', 'not an export of Afterword'],
])('the reader refuses %j', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message)
  await expect(read(text)).rejects.toMatchObject({ name: 'NotAnExport' })
})

test('exports the comments as they were at its start', async () => {
  const { id } = await addPost('changing')
  const top = await addComment(id, { content: 'Top.' })
  const reply = await addComment(id, { parentId: top, content: 'Below.' })
  const texts: unknown[] = []
  for await (const batch of exportComments()) {
    // Changes the reply after the export has read the top-level comments.
    const isRead = batch.some((line) => 'id' in line && line.id === top)
    if (isRead) await db().comment.update({ where: { id: reply }, data: { content: 'Changed.' } })
    if (texts.length === 0) await db().comment.update({ where: { id: top }, data: { content: '' } })
    texts.push(...batch.map((line) => 'content' in line && line.content))
  }
  expect(texts).toEqual(expect.arrayContaining(['Top.', 'Below.']))
  expect(texts).not.toContain('Changed.')
  await db().post.delete({ where: { id } })
})

test('releases its connection when the consumer stops early', async () => {
  for (let count = 0; count < 12; count++) {
    for await (const batch of exportComments()) {
      expect(batch).toEqual([exportHead])
      break
    }
  }
  const open = await db().$queryRaw`SELECT 1 AS open FROM pg_stat_activity
    WHERE datname = current_database() AND state LIKE 'idle in transaction%'`
  expect(open).toEqual([])
})

test('exports each comment once over several pages, and none added in the meantime', async () => {
  const { id } = await addPost('long')
  await db().comment.createMany({
    data: Array.from({ length: 2_500 }, (_, number) => ({
      postId: id,
      status: 'published' as const,
      authorName: 'Ada',
      content: `Words ${number}.`,
    })),
  })
  const seen: unknown[] = []
  for await (const batch of exportComments()) {
    if (seen.length === 0) await addComment(id, { content: 'Too late.' })
    seen.push(...batch)
  }
  const contents = seen.map((line) => JSON.stringify(line)).filter((line) => /"Words/.test(line))
  expect(new Set(contents).size).toBe(2_500)
  expect(contents).toHaveLength(2_500)
  expect(JSON.stringify(seen)).not.toContain('Too late.')
})
