import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { writePost } from '@/lib/importers/write-post'
import { deleteExpiredPosts, deletePost, restorePost } from '@/lib/posts/editing/delete-post'
import { publishPost, unpublishPost } from '@/lib/posts/editing/publish-post'
import { saveEditedPost } from '@/lib/posts/editing/save-edited-post'
import { addActor } from '@/test/authorisation/actors'
import { ownDatabase } from '@/test/database/database'
import { listPosts } from './get-posts'
import { listTags } from './list-tags'

await ownDatabase()
const owner = await addActor('owner')
beforeEach(async () => {
  await db().post.deleteMany()
})

const published = new Date('2025-10-01')
const soon = () => new Date(Date.now() + 60_000)
const counts = async () =>
  Object.fromEntries((await listTags('en')).map(({ tag, posts }) => [tag, posts]))
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
const add = async (
  slug: string,
  tags: string[],
  fields: { draft?: boolean; publishedAt?: Date } = {},
) =>
  (
    await db().post.create({
      data: { slug, title: slug, content: 'Words.', tags, publishedAt: published, ...fields },
    })
  ).id
const fromFile = (
  slug: string,
  tags: string[],
  fields: { draft?: boolean; publishedAt?: Date } = {},
) =>
  writePost(db(), {
    slug,
    title: slug,
    summary: '',
    cover: '',
    coverAlt: '',
    content: 'Words.',
    tags,
    draft: false,
    publishedAt: published,
    ...fields,
  })

test('sorts tags in the alphabetical order of the language', async () => {
  await add('a', ['zebra', 'ånga', 'Äpfel', 'apfel', 'Berg'])
  const tags = async (language: string) => (await listTags(language)).map(({ tag }) => tag)
  expect(await tags('sv')).toEqual(['apfel', 'Berg', 'zebra', 'ånga', 'Äpfel'])
  expect(await tags('de')).toEqual(['ånga', 'apfel', 'Äpfel', 'Berg', 'zebra'])
})

describe('tag counts change when a post', () => {
  test('is published or unpublished', async () => {
    await add('other', ['sql'])
    const id = await add('a', ['sql', 'new'], { draft: true })
    expect(await counts()).toEqual({ sql: 1 })
    await publishPost(owner, id)
    expect(await counts()).toEqual({ sql: 2, new: 1 })
    await unpublishPost(owner, id)
    expect(await counts()).toEqual({ sql: 1 })
  })

  test('is scheduled and its time passes, without a write', async () => {
    await add('other', ['sql'])
    const id = await add('a', ['sql', 'new'], { draft: true })
    const at = new Date(Date.now() + 2_500)
    await publishPost(owner, id, at)
    expect(await counts()).toEqual({ sql: 1 })
    await expect.poll(counts, { timeout: 10_000 }).toEqual({ sql: 2, new: 1 })
    expect(Date.now()).toBeGreaterThanOrEqual(at.getTime() - 250)
  })

  test('is moved to a future date and back', async () => {
    const id = await add('a', ['new'])
    await db().post.update({ where: { id }, data: { publishedAt: soon() } })
    expect(await counts()).toEqual({})
    await db().post.update({ where: { id }, data: { publishedAt: published } })
    expect(await counts()).toEqual({ new: 1 })
  })

  test('gets other tags while it is scheduled', async () => {
    const id = await add('a', ['old'], { publishedAt: soon() })
    await db().post.update({ where: { id }, data: { tags: ['new', 'newer'] } })
    await db().post.update({ where: { id }, data: { publishedAt: published } })
    expect(await counts()).toEqual({ new: 1, newer: 1 })
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

  test('gets other tags in the admin area', async () => {
    const id = await add('a', ['C+', 'sql'])
    await saveEditedPost(owner, id, {
      slug: 'a',
      title: 'a',
      summary: '',
      cover: '',
      coverAlt: '',
      content: 'Words.',
      base: 1,
      tags: ['sql', 'C++'],
    })
    await publishPost(owner, id)
    expect(await counts()).toEqual({ 'C++': 1, sql: 1 })
  })

  test('is imported, updated, made a draft and restored by a file', async () => {
    await fromFile('a', ['sql', 'old'])
    await fromFile('a', ['sql', 'new'])
    await fromFile('b', ['sql'])
    expect(await counts()).toEqual({ new: 1, sql: 2 })
    await fromFile('a', ['sql', 'new'], { draft: true })
    expect(await counts()).toEqual({ sql: 1 })
    await fromFile('a', ['sql', 'new', 'late'], { publishedAt: soon() })
    expect(await counts()).toEqual({ sql: 1 })
    await fromFile('a', ['sql', 'late'])
    expect(await counts()).toEqual({ late: 1, sql: 2 })
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

test('a rolled-back transaction does not change the counts', async () => {
  const id = await add('a', ['sql'])
  const undone = db().$transaction(async (transaction) => {
    await transaction.post.update({ where: { id }, data: { tags: ['new'] } })
    await transaction.post.update({ where: { id }, data: { tags: ['newer'], draft: true } })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await counts()).toEqual({ sql: 1 })
})

test('concurrent writes are counted as if they were sequential', async () => {
  const tags = ['a', 'b', 'c', 'd']
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      add(`post-${n}`, [tags[n % 4] ?? '', tags[(n + 1) % 4] ?? '']),
    ),
  )
  expect(await counts()).toEqual({ a: 20, b: 20, c: 20, d: 20 })
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      db().post.update({ where: { slug: `post-${n}` }, data: { draft: n % 2 === 0 } }),
    ),
  )
  const [expected] = await db().$queryRaw<unknown[]>`
    SELECT jsonb_object_agg(tag, posts) AS counts
      FROM (SELECT tag, count(*) AS posts FROM posts, unnest(tags) AS tag
             WHERE NOT draft GROUP BY tag) AS counted`
  expect({ counts: await counts() }).toEqual(expected)
  expect(await listPosts(1)).toMatchObject({ posts: { length: 20 }, total: 20 })
  await db().post.updateMany({
    where: { slug: { in: ['post-1', 'post-3'] } },
    data: { publishedAt: soon() },
  })
  expect(await listPosts(1)).toMatchObject({ posts: { length: 18 }, pages: 1, total: 18 })
})
