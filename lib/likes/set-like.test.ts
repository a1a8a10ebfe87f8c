import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { rotateMarks } from '@/lib/views/rotate-marks'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { likeKeptDays, setLike } from './set-like'

await ownDatabase()

const ada = { slug: 'a', client: '192.0.2.1', userAgent: 'Firefox' }
const grace = { ...ada, client: '192.0.2.2' }

let postId = 0
beforeEach(async () => {
  await db().post.deleteMany()
  await db().likeMark.deleteMany()
  postId = (await addPost('a')).id
})

test('counts a reader once, and removes the like on request', async () => {
  const comment = await addComment(postId)
  const liked = { ...ada, comment, liked: true }
  expect(await setLike(liked)).toEqual({ slug: 'a', likes: 1, liked: true })
  expect(await setLike(liked)).toEqual({ slug: 'a', likes: 1, liked: true })
  expect(await setLike({ ...grace, comment, liked: true })).toMatchObject({ likes: 2 })
  expect(await setLike({ ...ada, userAgent: 'Safari', comment })).toMatchObject({ likes: 3 })
  expect(await setLike({ ...liked, liked: false })).toMatchObject({ likes: 2, liked: false })
  expect(await setLike({ ...liked, liked: false })).toMatchObject({ likes: 2, liked: false })
  expect(await db().comment.findUnique({ where: { id: comment } })).toMatchObject({ likes: 2 })
})

test('adds or removes the like of a form, separately for the post and its comments', async () => {
  const comment = await addComment(postId)
  expect(await setLike(ada)).toMatchObject({ likes: 1, liked: true })
  expect(await setLike({ ...ada, comment })).toMatchObject({ likes: 1, liked: true })
  expect(await setLike(ada)).toMatchObject({ likes: 0, liked: false })
  expect(await db().thread.findUnique({ where: { id: postId } })).toMatchObject({ likes: 0 })
  expect(await db().comment.findUnique({ where: { id: comment } })).toMatchObject({ likes: 1 })
})

test('counts concurrent likes of many readers, and those of one reader once', async () => {
  const readers = Array.from({ length: 20 }, (_, index) => ({ ...ada, client: `192.0.2.${index}` }))
  await Promise.all([...readers, ...readers].map((reader) => setLike({ ...reader, liked: true })))
  expect(await setLike({ ...ada, liked: true })).toMatchObject({ likes: 20 })
})

test('a like for a former slug counts for the same post', async () => {
  await db().post.update({ where: { id: postId }, data: { slug: 'b' } })
  await db().postRedirect.create({ data: { slug: 'a', postId } })
  expect(await setLike({ ...ada, liked: true })).toEqual({ slug: 'b', likes: 1, liked: true })
  expect(await setLike({ ...ada, slug: 'b', liked: true })).toMatchObject({ likes: 1 })
})

test('rejects likes of content that is not public', async () => {
  const held = await addComment(postId, { status: 'pending' })
  const other = await addComment((await addPost('other')).id)
  await addPost('draft', { draft: true })
  for (const like of [
    { slug: 'nowhere' },
    { slug: 'draft' },
    { comment: held },
    { comment: other },
    { comment: 2_147_483_648 },
  ])
    await expect(setLike({ ...ada, ...like })).rejects.toMatchObject({ code: 'not-found' })
  expect(await db().likeMark.count()).toBe(0)
})

test('rejects every like while reactions are off', async () => {
  await db().blogSettings.create({ data: { options: { reactions: false } } })
  await expect(setLike(ada)).rejects.toMatchObject({ code: 'reactions-off' })
  await db().blogSettings.deleteMany()
})

test('stores only hashes, which differ for each post and expire', async () => {
  await addPost('other')
  await setLike(ada)
  await setLike({ ...ada, slug: 'other' })
  const marks = await db().likeMark.findMany()
  expect(new Set(marks.map(({ mark }) => mark)).size).toBe(2)
  for (const { mark } of marks) expect(mark).toMatch(/^[\da-f]{64}$/)
  const after = (days: number) => new Date(Date.now() + days * 86_400_000)
  await rotateMarks(after(likeKeptDays - 1))
  expect(await db().likeMark.count()).toBe(2)
  await rotateMarks(after(likeKeptDays + 1))
  expect(await db().likeMark.count()).toBe(0)
  expect(await setLike({ ...ada, liked: true })).toMatchObject({ likes: 2 })
})
