import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { listImports } from './list-imports'
import { undoImport } from './undo-import'

await ownDatabase()
const owner = await addActor('owner')

beforeEach(async () => {
  await db().$executeRaw`TRUNCATE posts, imports CASCADE`
})

/** Adds an import that has added comments to a post. */
async function addImport(postId: number, comments: number, isFinished = true): Promise<number> {
  const { id } = await db().import.create({
    data: {
      format: 'disqus',
      source: 'disqus.xml',
      ...(isFinished && {
        finishedAt: new Date(),
        report: { added: comments, changed: 1, lost: [] },
      }),
    },
  })
  for (let count = 0; count < comments; count++) {
    const commentId = await addComment(postId)
    await db().importedComment.create({
      data: { postId, commentId, importId: id, sourceId: `disqus:${id}-${count}` },
    })
  }
  return id
}

test('lists imports with their state and the number of their comments', async () => {
  const { id: postId } = await addPost('a-post')
  const undone = await addImport(postId, 1)
  const interrupted = await addImport(postId, 2, false)
  const finished = await addImport(postId, 3)
  await undoImport(undone)
  await db().comment.delete({
    where: { id: (await db().comment.findFirstOrThrow({ orderBy: { id: 'desc' } })).id },
  })
  const of = (id: number, fields: object) => ({
    id,
    format: 'disqus',
    source: 'disqus.xml',
    startedAt: expect.any(Date),
    ...fields,
  })
  expect(await listImports(owner)).toEqual([
    of(finished, { state: 'finished', added: 3, changed: 1, remaining: 2 }),
    of(interrupted, { state: 'interrupted', added: 2, changed: 0, remaining: 2 }),
    of(undone, { state: 'undone', added: 1, changed: 1, remaining: 0 }),
  ])
})

test('counts a comment with several sources once', async () => {
  const { id: postId } = await addPost('a-post')
  const importId = await addImport(postId, 1)
  const { id: commentId } = await db().comment.findFirstOrThrow()
  await db().importedComment.create({
    data: { postId, commentId, importId, sourceId: 'afterword:1' },
  })
  expect(await listImports(owner)).toMatchObject([{ added: 1, remaining: 1 }])
})

test('distinguishes a running import from an interrupted one', async () => {
  const { id: postId } = await addPost('a-post')
  const id = await addImport(postId, 1, false)
  const stateNow = async () => (await listImports(owner))[0]?.state
  const setActive = (seconds: number) => db().$executeRaw`
    UPDATE imports SET report = jsonb_build_object('activeAt', now() - ${seconds} * interval '1 s')`
  await setActive(30)
  expect(await stateNow()).toBe('running')
  await setActive(90)
  expect(await stateNow()).toBe('interrupted')
  // Simulates a thread that takes longer to store.
  await db().$transaction(async (transaction) => {
    await transaction.import.update({ where: { id }, data: { source: 'other.xml' } })
    expect(await stateNow()).toBe('running')
  })
})

test('undoes an import of more comments than one statement deletes', async () => {
  const { id: postId } = await addPost('a-post')
  const id = await addImport(postId, 0)
  const ownId = await addComment(postId)
  await db().$executeRaw`
    WITH added AS (
      INSERT INTO comments (post_id, status, author_name, content)
      SELECT ${postId}, 'published', 'Ada', 'Text' FROM generate_series(1, 2500) RETURNING id
    ) INSERT INTO imported_comments (post_id, source_id, comment_id, import_id)
      SELECT ${postId}, 'disqus:' || id, id, ${id} FROM added`
  expect(await undoImport(id)).toEqual({ removed: 2_500, tombstones: 0 })
  expect(await db().comment.findMany({ select: { id: true } })).toEqual([{ id: ownId }])
  expect(await db().importedComment.count()).toBe(0)
})

test('is restricted to the owner', async () => {
  await expect(listImports(undefined)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(listImports(await addActor('moderator'))).rejects.toMatchObject({
    code: 'forbidden',
  })
})
