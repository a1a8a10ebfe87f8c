import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { deleteExpiredPosts, deletePost, restorePost } from '@/lib/posts/editing/delete-post'
import { publishPost } from '@/lib/posts/editing/publish-post'
import { addActor } from '@/test/authorisation/actors'
import { ownDatabase } from '@/test/database/database'
import { listTags } from './list-tags'

await ownDatabase()
const owner = await addActor('owner')
beforeEach(async () => {
  await db().post.deleteMany()
})

const published = new Date('2025-10-01')
const counts = async () =>
  Object.fromEntries((await listTags()).map(({ tag, posts }) => [tag, posts]))
/** Returns the rows of `post_tags`, each as `tag slug day`. */
const tagged = async () => {
  const rows = await db().postTag.findMany({
    include: { post: true },
    orderBy: [{ tag: 'asc' }, { postId: 'asc' }],
  })
  return rows.map(
    ({ tag, post, publishedAt }) => `${tag} ${post.slug} ${publishedAt.toISOString().slice(0, 10)}`,
  )
}
const add = async (slug: string, tags: string[], fields: { draft?: boolean } = {}) =>
  (
    await db().post.create({
      data: { slug, title: slug, content: 'Words.', tags, publishedAt: published, ...fields },
    })
  ).id

describe('tag counts change when a post', () => {
  test('is scheduled and its time passes, without a write', async () => {
    await add('other', ['sql'])
    const id = await add('a', ['sql', 'new'], { draft: true })
    const at = new Date(Date.now() + 2_500)
    await publishPost(owner, id, at)
    expect(await counts()).toEqual({ sql: 1 })
    await expect.poll(counts, { timeout: 10_000 }).toEqual({ sql: 2, new: 1 })
    expect(Date.now()).toBeGreaterThanOrEqual(at.getTime() - 250)
  })

  test('is deleted, restored, and deleted permanently', async () => {
    const id = await add('a', ['new'])
    await deletePost(owner, id)
    expect(await counts()).toEqual({})
    await restorePost(owner, id)
    expect(await counts()).toEqual({ new: 1 })
    await deletePost(owner, id)
    await db().$executeRaw`UPDATE posts SET deleted_at = now() - interval '31 days'`
    await deleteExpiredPosts()
    expect(await tagged()).toEqual([])
  })
})

test('a repeated tag counts once, and case distinguishes tags', async () => {
  const id = await add('a', ['sql', 'sql', 'SQL'])
  expect(await counts()).toEqual({ sql: 1, SQL: 1 })
  await db().post.update({ where: { id }, data: { tags: ['SQL', 'SQL'] } })
  expect(await counts()).toEqual({ SQL: 1 })
})

test('lists a post under its tags while it is public, by its date', async () => {
  const id = await add('a', ['sql', 'sql', 'bees'], { draft: true })
  expect(await tagged()).toEqual([])
  await db().post.update({ where: { id }, data: { draft: false } })
  await add('b', ['sql'])
  expect(await tagged()).toEqual(['bees a 2025-10-01', 'sql a 2025-10-01', 'sql b 2025-10-01'])
  await db().post.update({
    where: { id },
    data: { tags: ['bees', 'new'], publishedAt: new Date('2025-11-02') },
  })
  expect(await tagged()).toEqual(['bees a 2025-11-02', 'new a 2025-11-02', 'sql b 2025-10-01'])
  await db().post.update({ where: { id }, data: { draft: true } })
  expect(await tagged()).toEqual(['sql b 2025-10-01'])
  await db().post.delete({ where: { slug: 'b' } })
  expect(await tagged()).toEqual([])
})
