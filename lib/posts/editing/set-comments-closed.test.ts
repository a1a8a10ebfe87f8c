import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addStaff } from '@/test/authorisation/actors'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { getEditedPost } from './get-edited-post'
import { setCommentsClosed } from './set-comments-closed'

await ownDatabase()
const { owner, writer } = await addStaff()

test('owners close the comments of any post, and writers those of their own', async () => {
  const { id } = await addPost('own')
  await db().post.update({ where: { id }, data: { authorId: writer.staffId } })
  const before = await db().post.findUniqueOrThrow({ where: { id } })
  expect(await setCommentsClosed(writer, id, true)).toBe('own')
  expect((await getEditedPost(writer, id)).closedBy).toBe('post')
  // Readers see the same post, so that feeds do not announce a change.
  const { updatedAt } = await db().post.findUniqueOrThrow({ where: { id } })
  expect(updatedAt).toEqual(before.updatedAt)
  await setCommentsClosed(owner, id, false)
  expect((await getEditedPost(owner, id)).closedBy).toBeNull()
})

test('names the setting that closes the comments of a published post', async () => {
  const { id } = await addPost('late')
  await db().post.update({
    where: { id },
    data: { publishedAt: new Date('2020-01-01'), commentsCloseAfterDays: 30 },
  })
  expect((await getEditedPost(owner, id)).closedBy).toBe('days')
  await db().post.update({ where: { id }, data: { draft: true } })
  expect((await getEditedPost(owner, id)).closedBy).toBeNull()
  await db().blogSettings.create({ data: { commentsOff: true } })
  await db().post.update({ where: { id }, data: { draft: false } })
  expect((await getEditedPost(owner, id)).closedBy).toBe('blog')
})
