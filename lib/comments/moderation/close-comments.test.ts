import { expect, test } from 'vitest'
import { addComment as writeComment } from '@/lib/comments/writing/add-comment'
import { db } from '@/lib/db/client'
import { saveBlogSettings } from '@/lib/settings/blog-settings'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { closeComments, closeCommentsAfter } from './close-comments'
import { findModeratedThread, listForAdmin } from './list-for-admin'

await ownDatabase()
const owner = await addActor('owner')
const post = await addPost('closing', { publishedAt: new Date(Date.now() - 10.5 * 86_400_000) })
await addComment(post.id)

/** Closing reason in the admin area, which must match the commenter's error. */
async function closedBy() {
  const { comments } = await listForAdmin(owner, { status: 'published', post: 'closing' })
  const by = comments[0]?.post.closedBy
  expect(await findModeratedThread(owner, 'closing')).toMatchObject({ closedBy: by })
  const words = { slug: 'closing', content: `Words ${Math.random()}`, author_name: 'Ada' }
  const written = await writeComment(words, { staff: owner }).catch((error: unknown) => error)
  expect(written).toMatchObject(by === null ? { status: 'published' } : { code: 'comments-closed' })
  return by
}

test("closes after the post's own number of days instead of the blog's", async () => {
  expect(await closedBy()).toBe(null)
  await closeCommentsAfter(owner, 'closing', 10)
  expect(await closedBy()).toBe('days')
  await closeCommentsAfter(owner, 'closing', 11)
  expect(await closedBy()).toBe(null)
  await saveBlogSettings(owner, { commentsOff: false, commentsCloseAfterDays: 5 })
  expect(await closedBy()).toBe(null)
  await closeCommentsAfter(owner, 'closing', null)
  expect(await closedBy()).toBe('days')
  await expect(closeCommentsAfter(owner, 'nothing', 1)).rejects.toMatchObject({ code: 'not-found' })
  await expect(closeCommentsAfter(undefined, 'closing', 1)).rejects.toMatchObject({
    code: 'unauthorized',
  })
})

test('names the post’s own setting only if changing it would open the comments', async () => {
  await saveBlogSettings(owner, { commentsOff: false, commentsCloseAfterDays: null })
  await closeComments(owner, 'closing', true)
  expect(await closedBy()).toBe('post')
  await closeCommentsAfter(owner, 'closing', 1)
  expect(await closedBy()).toBe('days')
  await saveBlogSettings(owner, { commentsOff: true, commentsCloseAfterDays: null })
  expect(await closedBy()).toBe('blog')
})

test('does not mark the post as updated', async () => {
  const stored = () => db().post.findUniqueOrThrow({ where: { id: post.id } })
  const { updatedAt } = await stored()
  await closeComments(owner, 'closing', false)
  await closeCommentsAfter(owner, 'closing', 30)
  expect(await stored()).toMatchObject({
    commentsClosed: false,
    commentsCloseAfterDays: 30,
    updatedAt,
  })
})
