import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { commentLimits } from '@/lib/comments/comment'
import { db } from '@/lib/db/client'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { listNewestComments } from './list-newest-comments'

await ownDatabase()

beforeEach(async () => {
  await db().post.deleteMany()
})

const at = (minute: number) => new Date(Date.UTC(2025, 9, 20, 9, minute))

test('returns at most 50 comments of all levels, newest first', async () => {
  const { id } = await addPost('a')
  const top = await addComment(id, { createdAt: at(0), content: 'top' })
  for (let minute = 1; minute <= 51; minute++)
    await addComment(id, { parentId: top, createdAt: at(minute), content: String(minute) })
  const newest = await listNewestComments('a')
  expect(newest.map(({ content }) => content)).toEqual(
    Array.from({ length: 50 }, (_, i) => String(51 - i)),
  )
})

test('returns comments of one public post or of all public posts', async () => {
  const one = await addPost('one')
  const other = await addPost('other')
  const draft = await addPost('draft', { draft: true })
  const later = await addPost('later', { publishedAt: new Date(Date.now() + 60_000) })
  for (const [minute, { id, slug }] of [one, other, draft, later].entries())
    await addComment(id, { content: slug, createdAt: at(minute) })
  expect(
    (await listNewestComments()).map(({ content, postTitle }) => [content, postTitle]),
  ).toEqual([
    ['other', 'About other'],
    ['one', 'About one'],
  ])
  expect((await listNewestComments('one')).map(({ content }) => content)).toEqual(['one'])
  for (const slug of ['draft', 'later', 'nobody'])
    expect(await listNewestComments(slug)).toEqual([])
})

test('omits hidden comments, their replies and tombstones', async () => {
  const { id } = await addPost('a')
  for (const status of ['pending', 'spam'] as const) {
    const hidden = await addComment(id, { status })
    await addComment(id, { parentId: await addComment(id, { parentId: hidden }) })
  }
  const tombstone = await addComment(id, { status: 'deleted' })
  await addComment(id, { parentId: tombstone, content: 'seen' })
  expect((await listNewestComments('a')).map(({ content }) => content)).toEqual(['seen'])
  expect((await listNewestComments()).map(({ content }) => content)).toEqual(['seen'])
})

test('returns the parent and the time of the last edit', async () => {
  const { id } = await addPost('a')
  const top = await addComment(id, { createdAt: at(0), editedAt: at(5) })
  const reply = await addComment(id, { parentId: top, createdAt: at(1) })
  expect(await listNewestComments()).toMatchObject([
    { id: reply, answeredId: top, postId: id, createdAt: at(1), updatedAt: at(1) },
    { id: top, answeredId: null, postId: id, createdAt: at(0), updatedAt: at(5) },
  ])
})

test('at the deepest level, names the sibling replied to, or the parent if hidden', async () => {
  const { id } = await addPost('a')
  const levels: number[] = []
  for (let level = 1; level <= commentLimits.depthMax; level++) {
    const parentId = levels.at(-1)
    levels.push(await addComment(id, { createdAt: at(level), ...(parentId && { parentId }) }))
  }
  const [parentId = 0, answeredId = 0] = levels.slice(-2)
  const reply = await addComment(id, { parentId, answeredId, createdAt: at(9) })
  expect((await listNewestComments('a'))[0]).toMatchObject({ id: reply, answeredId })
  await db().comment.update({ where: { id: answeredId }, data: { status: 'pending' } })
  expect((await listNewestComments('a'))[0]).toMatchObject({ id: reply, answeredId: parentId })
})

test('is one query', async () => {
  await addComment((await addPost('a')).id)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await listNewestComments()
  expect(query).toHaveBeenCalledTimes(1)
})
