import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { db } from '@/lib/db/client'
import { encryptAddress } from '@/lib/mail/reader-address'
import { saveSite } from '@/lib/threads/admin/sites'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPage, addPost, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { undoImport, undoneHash } from './undo-import'

const connectionString = await ownDatabase()

beforeEach(async () => {
  await db().$executeRaw`TRUNCATE posts, sites, threads, imports CASCADE`
})

async function addImport(): Promise<number> {
  const { id } = await db().import.create({
    data: { format: 'disqus', source: 'disqus.xml' },
    select: { id: true },
  })
  return id
}

type Fields = Parameters<typeof addComment>[1] & { sourceHash?: string }

/** Adds a comment as an import does. */
async function addImported(
  importId: number,
  postId: number,
  { sourceHash = 'published.x', ...fields }: Fields = {},
): Promise<number> {
  const commentId = await addComment(postId, fields)
  await db().importedComment.create({
    data: { postId, commentId, importId, sourceId: `disqus:${commentId}`, sourceHash },
  })
  return commentId
}

/** Opens a connection of its own, for a transaction that is concurrent with the undo. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Resolves when a statement of the undo waits for a lock. */
const waitsForLock = () =>
  expect
    .poll(
      () =>
        db().$queryRaw`SELECT 1 AS waiting FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      { timeout: 10_000 },
    )
    .toHaveLength(1)

const insertReply = `INSERT INTO comments (post_id, parent_id, status, author_name, content)
  VALUES ($1, $2, 'published', 'Bea', 'A reply.')`

const contents = async () =>
  (await db().comment.findMany({ orderBy: { id: 'asc' } })).map(({ content }) => content)

test('keeps a reply that a reader writes during the undo', async () => {
  const { id: postId } = await addPost('a-post')
  const importId = await addImport()
  const top = await addImported(importId, postId)
  const below = await addImported(importId, postId, { parentId: top })
  const leaf = await addImported(importId, postId, { parentId: top })
  const reader = await connect()
  await reader.query('BEGIN')
  await reader.query(insertReply, [postId, below])
  const undone = undoImport(importId)
  await waitsForLock()
  await reader.query('COMMIT')
  expect(await undone).toEqual({ removed: 1, tombstones: 2 })
  expect(await contents()).toEqual(['', '', 'A reply.'])
  expect(await db().comment.findUnique({ where: { id: leaf } })).toBeNull()
})

test('keeps a thread of the import in which a reader writes during the undo', async () => {
  const { id: siteId } = await addSite(['https://blog.example'])
  const importId = await addImport()
  const page = await addPage(siteId, 'blog.example/page')
  await db().thread.update({ where: { id: page }, data: { importId } })
  await addImported(importId, page)
  const reader = await connect()
  await reader.query('BEGIN')
  await reader.query(insertReply, [page, null])
  const undone = undoImport(importId)
  await waitsForLock()
  await reader.query('COMMIT')
  expect(await undone).toEqual({ removed: 1, tombstones: 0 })
  expect(await contents()).toEqual(['A reply.'])
})

test('keeps a thread of the import that a reader follows', async () => {
  const { id: siteId } = await addSite(['https://blog.example'])
  const importId = await addImport()
  const threadId = await addPage(siteId, 'blog.example/page')
  await db().thread.update({ where: { id: threadId }, data: { importId } })
  await addImported(importId, threadId)
  const { id: addressId } = await db().readerAddress.create({
    data: encryptAddress('ada@example.org'),
  })
  await db().threadFollow.create({ data: { addressId, threadId } })
  expect(await undoImport(importId)).toEqual({ removed: 1, tombstones: 0 })
  expect(await db().threadFollow.count()).toBe(1)
})

test('removes the comments that a running import has stored, and stops the import', async () => {
  const { id: postId } = await addPost('a-post')
  const importId = await addImport()
  const running = await connect()
  const lock = 'SELECT 1 FROM imports WHERE id = $1 AND undone_at IS NULL FOR SHARE'
  await running.query('BEGIN')
  expect((await running.query(lock, [importId])).rowCount).toBe(1)
  await running.query(
    `WITH added AS (
       INSERT INTO comments (post_id, status, author_name, content)
       VALUES ($1, 'published', 'Ada', 'Text') RETURNING id
     ) INSERT INTO imported_comments (post_id, source_id, comment_id, import_id)
       SELECT $1, 'disqus:1', id, $2::integer FROM added`,
    [postId, importId],
  )
  const undone = undoImport(importId)
  await waitsForLock()
  await running.query('COMMIT')
  expect(await undone).toEqual({ removed: 1, tombstones: 0 })
  expect((await running.query(lock, [importId])).rowCount).toBe(0)
  expect(await contents()).toEqual([])
})

test('keeps the source ids of tombstones, so that the next import can restore them', async () => {
  const { id: postId } = await addPost('a-post')
  const importId = await addImport()
  const top = await addImported(importId, postId)
  await db().comment.update({
    where: { id: top },
    data: { votesUp: 3, editedAt: new Date(), verifiedAt: new Date() },
  })
  await db().post.update({ where: { id: postId }, data: { pinnedCommentId: top } })
  const deletedHere = await addImported(importId, postId, { status: 'deleted' })
  const deletedThere = await addImported(importId, postId, {
    status: 'deleted',
    sourceHash: 'deleted.y',
  })
  for (const parentId of [top, deletedHere, deletedThere]) await addComment(postId, { parentId })
  expect(await undoImport(importId)).toEqual({ removed: 0, tombstones: 3 })
  expect(await db().importedComment.findMany({ orderBy: { commentId: 'asc' } })).toMatchObject([
    { commentId: top, importId: null, sourceHash: undoneHash },
    { commentId: deletedHere, importId: null, sourceHash: 'published.x' },
    { commentId: deletedThere, importId: null, sourceHash: undoneHash },
  ])
  expect(await db().comment.findUnique({ where: { id: top } })).toMatchObject({
    status: 'deleted',
    content: '',
    authorName: '',
    votesUp: 0,
    editedAt: null,
    verifiedAt: null,
  })
  expect(await db().post.findFirst()).toMatchObject({ pinnedCommentId: null })
})

/** Adds a site with one page, as an import does. */
async function addImportedSite(importId: number, host: string): Promise<number> {
  const { id } = await addSite([`https://${host}`])
  await db().site.update({ where: { id }, data: { importId } })
  const page = await addPage(id, `${host}/page`)
  await db().thread.update({ where: { id: page }, data: { importId } })
  await addImported(importId, page)
  return id
}

test('deletes the sites that the import added, unless someone changed them', async () => {
  const importId = await addImport()
  await addImportedSite(importId, 'old.example')
  const changed = await addImportedSite(importId, 'changed.example')
  const assigned = await addImportedSite(importId, 'assigned.example')
  const { name, origins, language, webhookUrl, newPagesPerDay } = await db().site.findUniqueOrThrow(
    { where: { id: changed } },
  )
  const input = { name: `${name} 2`, origins, language, webhookUrl, newPagesPerDay }
  await saveSite(await addActor('owner'), input, changed)
  const { staffId } = await addActor('moderator')
  await db().staff.update({ where: { id: staffId }, data: { siteIds: [assigned] } })
  await undoImport(importId)
  expect(await db().thread.count()).toBe(0)
  const sites = await db().site.findMany({ orderBy: { id: 'asc' } })
  expect(sites.map(({ id }) => id)).toEqual([changed, assigned])
  expect(await db().siteHost.count({ where: { host: 'old.example' } })).toBe(0)
})

test('deletes a shared thread and its site with the last of two imports', async () => {
  const first = await addImport()
  const siteId = await addImportedSite(first, 'old.example')
  const second = await addImport()
  const { id: page } = await db().thread.findFirstOrThrow()
  await addImported(second, page)
  await undoImport(first)
  expect(await db().site.findMany({ select: { id: true } })).toEqual([{ id: siteId }])
  await undoImport(second)
  expect(await db().thread.count()).toBe(0)
  expect(await db().site.count()).toBe(0)
})

test('continues an interrupted undo', async () => {
  const { id: postId } = await addPost('a-post')
  const importId = await addImport()
  await addImported(importId, postId)
  await db().import.update({ where: { id: importId }, data: { undoneAt: new Date() } })
  expect(await undoImport(importId)).toEqual({ removed: 1, tombstones: 0 })
  await expect(undoImport(importId)).rejects.toMatchObject({ code: 'not-found' })
})
