import { expect, test } from 'vitest'
import type { Actor } from '@/lib/auth/actor'
import { listComments } from '@/lib/comments/reading/list-comments'
import { getCommentInContext, listThreads } from '@/lib/comments/reading/list-threads'
import { addComment as writeComment } from '@/lib/comments/writing/add-comment'
import { deleteComment, editComment } from '@/lib/comments/writing/own-comment'
import { db } from '@/lib/db/client'
import { getPost } from '@/lib/posts/reading/get-posts'
import { saveBlogSettings } from '@/lib/settings/blog-settings'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import {
  blockAuthor,
  getBlockLists,
  listBlocks,
  removeBlock,
  saveBlockLists,
} from './block-comments'
import { closeComments } from './close-comments'
import { getCommentVersion } from './comment-version'
import { listForAdmin } from './list-for-admin'
import { moderateComments } from './moderate-comments'
import type { SeenComment } from './moderation'
import { purgeDeletedComments } from './purge-deleted-comments'
import { approveToReply, editAsStaff, pinComment, replyAsStaff } from './staff-actions'
import { undoJudgements } from './undo-judgements'

await ownDatabase()
const owner = await addActor('owner')
const moderator = await addActor('moderator')
const post = await addPost('acted')
const words = { slug: 'acted', content: 'Some words of a reader', author_name: 'Ada' }

async function see(id: number): Promise<SeenComment> {
  const { comments } = await listForAdmin(owner, { status: 'published' })
  const found = comments.find((comment) => comment.id === id)
  if (!found) throw new Error(`the admin area does not show ${id}`)
  return found
}

test('publishes a staff reply immediately, once per key, with a mark in the thread', async () => {
  const id = await addComment(post.id)
  const first = await replyAsStaff(owner, id, 'An answer', '1')
  expect(await replyAsStaff(owner, id, 'An answer', '1')).toEqual(first)
  expect(first).toMatchObject({ status: 'published', comment: { author_name: 'Olivia Owner' } })
  const { threads } = await listThreads('acted')
  expect(threads.find((thread) => thread.id === id)?.replies).toMatchObject([
    { staffRole: 'owner', author_name: 'Olivia Owner' },
  ])
  expect(JSON.stringify(await listComments('acted'))).not.toContain('staff')
  const held = await addComment(post.id, { status: 'pending' })
  await expect(replyAsStaff(owner, held, 'An answer', '2')).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('names the comment replied to in staff replies at the deepest level', async () => {
  let parentId: number | undefined
  for (let level = 1; level <= 6; level++)
    parentId = await addComment(post.id, {
      ...(parentId && { parentId }),
      authorName: `Level ${level}`,
      content: `Level ${level}`,
    })
  const { comment } = await replyAsStaff(owner, parentId ?? 0, 'An answer to the sixth', '3')
  const answered = { id: parentId, authorName: 'Level 6' }
  expect((await getCommentInContext('acted', comment.id))?.comment.answered).toEqual(answered)
  const { comments } = await listForAdmin(owner, { status: 'published' })
  expect(comments.find(({ id }) => id === comment.id)?.parent).toMatchObject(answered)
})

test('retries a reply that failed after approval unless the text has changed', async () => {
  const id = await addComment(post.id, { status: 'pending', content: 'A question' })
  const seen = await getCommentVersion(owner, id)
  expect(await approveToReply(owner, seen)).toMatchObject([{ done: true, status: 'published' }])
  expect(await approveToReply(owner, seen)).toEqual([])
  await db().comment.update({ where: { id }, data: { content: 'Something else' } })
  await expect(approveToReply(owner, seen)).rejects.toMatchObject({ code: 'edit-conflict' })
})

test('marks an edit by staff, keeps the old text and rejects a stale version', async () => {
  const id = await addComment(post.id, { content: 'Before' })
  const seen = await see(id)
  expect(await editAsStaff(moderator, seen, 'After')).toBe('acted')
  const { threads } = await listThreads('acted')
  expect(threads.find((thread) => thread.id === id)).toMatchObject({
    content: 'After',
    isEdited: true,
    editedBy: 'moderator',
  })
  expect(
    await db().commentEdit.findMany({ where: { commentId: id }, select: { content: true } }),
  ).toEqual([{ content: 'Before' }])
  await expect(editAsStaff(owner, seen, 'Late')).rejects.toMatchObject({
    code: 'edit-conflict',
  })
})

test('shows a pinned comment first, only on the first page and not in the API', async () => {
  const { id: postId } = await addPost('pinned')
  const ids: number[] = []
  for (let n = 0; n < 30; n++)
    ids.push(await addComment(postId, { createdAt: new Date(Date.UTC(2025, 10, 1, 0, n)) }))
  const pinned = ids[28] ?? 0
  await pinComment(owner, pinned, true)
  for (const order of ['oldest', 'newest'] as const) {
    const first = await listThreads('pinned', { order })
    const second = await listThreads('pinned', {
      order,
      ...(first.lastId && { after: first.lastId }),
    })
    expect(first.threads[0]).toMatchObject({ id: pinned, isPinned: true })
    expect([...first.threads, ...second.threads].map(({ id }) => id).sort((a, b) => a - b)).toEqual(
      ids,
    )
  }
  expect((await listThreads('pinned', { after: pinned })).threads[0]?.id).toBe(ids[0])
  expect((await listComments('pinned')).comments.map(({ id }) => id)).toEqual(ids)
  await db().comment.update({ where: { id: pinned }, data: { status: 'spam' } })
  expect((await listThreads('pinned')).threads[0]?.id).toBe(ids[0])
  await pinComment(owner, pinned, false)
  const reply = await addComment(postId, { parentId: ids[0] ?? 0 })
  await expect(pinComment(owner, reply, true)).rejects.toMatchObject({ code: 'invalid-parameters' })
})

test('closes comments by post, by age and for the whole blog', async () => {
  const isClosed = async () => {
    const shown = (await getPost('acted'))?.commentsClosed
    const written = await writeComment(
      { ...words, content: `${words.content} ${Math.random()}` },
      { staff: owner },
    ).catch((error: unknown) => error)
    expect(written).toMatchObject(shown ? { code: 'comments-closed' } : { status: 'published' })
    return shown
  }
  expect(await isClosed()).toBe(false)
  await closeComments(moderator, 'acted', true)
  expect(await isClosed()).toBe(true)
  await closeComments(moderator, 'acted', false)
  const days = Math.floor((Date.now() - post.publishedAt.getTime()) / 86_400_000)
  await saveBlogSettings(owner, { commentsOff: false, commentsCloseAfterDays: days + 2 })
  expect(await isClosed()).toBe(false)
  await saveBlogSettings(owner, { commentsOff: false, commentsCloseAfterDays: days - 1 })
  expect(await isClosed()).toBe(true)
  await saveBlogSettings(owner, { commentsOff: true, commentsCloseAfterDays: null })
  expect(await isClosed()).toBe(true)
  await saveBlogSettings(owner, { commentsOff: false, commentsCloseAfterDays: null })
  expect(await isClosed()).toBe(false)
  await expect(
    saveBlogSettings(moderator, { commentsOff: true, commentsCloseAfterDays: null }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  await expect(closeComments(undefined, 'acted', true)).rejects.toMatchObject({
    code: 'unauthorized',
  })
})

test('holds comments of a blocked network or name until the block expires', async () => {
  const { comment } = await writeComment(
    { ...words, author_name: 'Mallory' },
    { network: '192.0.2.7' },
  )
  await blockAuthor(owner, comment.id, { kind: 'network', verdict: 'spam', days: 7 })
  await blockAuthor(owner, comment.id, { kind: 'name', verdict: 'pending', days: null })
  expect(
    await writeComment(
      { ...words, content: 'Other words', author_name: 'Eve' },
      { network: '192.0.2.7' },
    ),
  ).toMatchObject({
    status: 'spam',
  })
  expect(
    await writeComment(
      { ...words, content: 'Third words', author_name: 'M.allory' },
      { network: '192.0.2.8' },
    ),
  ).toMatchObject({
    status: 'pending',
  })
  const { blocks } = await listBlocks(owner)
  expect(blocks).toMatchObject([
    { kind: 'network', value: '', expiresAt: expect.any(Date), by: 'Olivia Owner' },
  ])
  await db().commentBlock.updateMany({
    where: { kind: 'network' },
    data: { expiresAt: new Date(0) },
  })
  expect(
    await writeComment(
      { ...words, content: 'Fourth words', author_name: 'Eve' },
      { network: '192.0.2.7' },
    ),
  ).not.toMatchObject({
    status: 'spam',
  })
  for (const { id } of blocks) await removeBlock(moderator, id)
  expect((await listBlocks(owner)).blocks).toEqual([])
  expect((await getBlockLists(owner, 'name')).pending).toEqual(['Mallory'])
  await saveBlockLists(moderator, {
    kind: 'name',
    lists: [{ verdict: 'pending', shown: ['Mallory'], values: [] }],
  })
  expect((await getBlockLists(owner, 'name')).pending).toEqual([])
})

test('adds, moves and removes blocked words from the lines of two lists', async () => {
  const save = (
    pending: [shown: string[], values: string[]],
    spam: [shown: string[], values: string[]],
    actor: Actor | undefined = owner,
  ) =>
    saveBlockLists(actor, {
      kind: 'word',
      lists: [
        { verdict: 'pending', shown: pending[0], values: pending[1] },
        { verdict: 'spam', shown: spam[0], values: spam[1] },
      ],
    })
  await save([[], ['Casino', 'cаsino', 'free money']], [[], ['pills']])
  expect(await getBlockLists(owner, 'word')).toEqual({
    pending: ['cаsino', 'free money'],
    spam: ['pills'],
  })
  // Another moderator, whose page showed only one word, removes it and moves no other word.
  await save([['free money'], []], [['pills'], ['pills', 'CASINO']], moderator)
  expect(await getBlockLists(owner, 'word')).toEqual({ pending: [], spam: ['CASINO', 'pills'] })
  await expect(save([[], ['…']], [['pills'], []])).rejects.toMatchObject({
    code: 'invalid-parameters',
  })
  expect((await getBlockLists(owner, 'word')).spam).toHaveLength(2)
  expect(await getBlockLists(owner, 'name')).toMatchObject({ spam: [] })
  await expect(saveBlockLists(undefined, { kind: 'word', lists: [] })).rejects.toMatchObject({
    code: 'unauthorized',
  })
})

test('erases comments deleted by staff after 30 days and rejects a later undo', async () => {
  const id = await addComment(post.id)
  const [judged] = await moderateComments(owner, [await see(id)], 'deleted')
  expect(await purgeDeletedComments()).toBe(0)
  await db().commentJudgement.updateMany({
    where: { commentId: id },
    data: { judgedAt: new Date(Date.now() - 31 * 86_400_000) },
  })
  expect(await purgeDeletedComments()).toBe(1)
  expect(await db().comment.findUnique({ where: { id } })).toMatchObject({
    content: '',
    authorName: '',
    screening: [],
  })
  if (judged?.done)
    expect(await undoJudgements(owner, [judged.judgementId])).toMatchObject([
      { done: false, now: 'deleted' },
    ])
})

test('keeps the text of a comment that is restored during the purge', async () => {
  const id = await addComment(post.id, { status: 'deleted', content: 'Brought back' })
  await db().$transaction(async (transaction) => {
    await transaction.comment.update({ where: { id }, data: { status: 'published' } })
    expect(await purgeDeletedComments()).toBe(0)
  })
  expect(await purgeDeletedComments()).toBe(0)
  expect(await db().comment.findUnique({ where: { id } })).toMatchObject({
    status: 'published',
    content: 'Brought back',
  })
})

test('removes text from the stored verdicts when the author deletes the comment', async () => {
  const { comment, editToken } = await writeComment(
    { ...words, content: 'To be edited' },
    { staff: owner },
  )
  await db().comment.update({
    where: { id: comment.id },
    data: { waitingContent: 'Edited', waitingSince: new Date() },
  })
  await moderateComments(owner, [await see(comment.id)], 'published')
  await deleteComment(comment.id, editToken)
  expect(await db().commentJudgement.findFirst({ where: { commentId: comment.id } })).toMatchObject(
    {
      contentBefore: null,
      waitingBefore: null,
    },
  )
})

test('handles staff edits and deletions through the API like those in the admin area', async () => {
  const id = await addComment(post.id, { content: 'Before' })
  const screening = [{ rule: 'links', verdict: 'pending', reason: '4 links' }]
  await db().comment.update({
    where: { id },
    data: { waitingContent: 'Waits', waitingSince: new Date(), screening },
  })
  expect(await editComment(id, 'After', moderator)).toMatchObject({
    status: 'published',
    comment: { content: 'After' },
  })
  expect(await db().comment.findUnique({ where: { id } })).toMatchObject({
    waitingContent: 'Waits',
    screening,
    editedBy: 'moderator',
  })
  expect(await deleteComment(id, moderator)).toMatchObject({ content: '', author_name: '' })
  const { judgements, ...row } = await db().comment.findUniqueOrThrow({
    where: { id },
    include: { judgements: true },
  })
  expect(row).toMatchObject({ status: 'deleted', content: 'After', authorName: 'Ada' })
  expect(await undoJudgements(owner, [judgements[0]?.id ?? 0])).toMatchObject([
    { done: true, status: 'published' },
  ])
})
