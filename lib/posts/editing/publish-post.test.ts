import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { getPost, listPosts } from '@/lib/posts/reading/get-posts'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { reservePostId } from './create-post'
import { deleteExpiredPosts, deletePost, restorePost } from './delete-post'
import { findDuePosts, recordShown } from './due-posts'
import { getEditedPost } from './get-edited-post'
import { getPostState } from './get-post-state'
import { listPostsForAdmin, listUnfinishedPosts } from './list-posts-for-admin'
import { getPreviewedPost, makePreviewKey, revokePreviewKey } from './preview-key'
import { discardChanges, publishPost, scheduleUpdate, unpublishPost } from './publish-post'

await ownDatabase()
const owner = await addActor('owner')
const moderator = await addActor('moderator')
beforeEach(async () => {
  await db().post.deleteMany()
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const publicSlugs = async () => (await listPosts(1)).posts.map(({ slug }) => slug)
const dueSlugs = async () => (await findDuePosts()).map(({ slug }) => slug)
const timePasses = (minutes: number) =>
  db().$executeRaw`UPDATE posts SET published_at = published_at - ${minutes} * interval '1 minute',
      shown_at = shown_at - ${minutes} * interval '1 minute'`

describe('a draft', () => {
  test('is published immediately with the current date', async () => {
    const { id } = await addPost('a', { draft: true, publishedAt: new Date('2020-01-01') })
    expect(await publishPost(owner, id)).toEqual({ state: 'published', changedSlugs: ['a'] })
    expect(await publicSlugs()).toEqual(['a'])
    const { publishedAt } = (await getEditedPost(owner, id)).post
    expect(Math.abs(Date.parse(publishedAt ?? '') - Date.now())).toBeLessThan(10_000)
    expect(await dueSlugs()).toEqual([])
  })

  test('is not published without a title', async () => {
    const { id } = await addPost('a', { draft: true, title: '' })
    await expect(publishPost(owner, id)).rejects.toMatchObject({ errors: [{ field: 'title' }] })
  })

  test('is not scheduled for a time in the past', async () => {
    const { id } = await addPost('a', { draft: true })
    await expect(publishPost(owner, id, inMinutes(-1))).rejects.toMatchObject({
      code: 'invalid-parameters',
      errors: [{ field: 'at' }],
    })
    expect((await getEditedPost(owner, id)).post.state).toBe('draft')
    expect(await publicSlugs()).toEqual([])
  })

  test('keeps its date if it was public before', async () => {
    const publishedAt = new Date('2025-10-01T00:00:00Z')
    const { id } = await addPost('a', { publishedAt })
    await unpublishPost(owner, id)
    expect(await getPost('a')).toBeUndefined()
    await publishPost(owner, id)
    expect((await getEditedPost(owner, id)).post.publishedAt).toBe(publishedAt.toISOString())
  })
})

describe('a scheduled post', () => {
  test('is hidden until its time, and then due once', async () => {
    const { id } = await addPost('a', { draft: true })
    expect(await publishPost(owner, id, inMinutes(5))).toEqual({
      state: 'scheduled',
      changedSlugs: ['a'],
    })
    expect([await publicSlugs(), await dueSlugs()]).toEqual([[], []])
    await timePasses(6)
    expect([await publicSlugs(), await dueSlugs()]).toEqual([['a'], ['a']])
    await recordShown(await findDuePosts())
    expect(await dueSlugs()).toEqual([])
  })

  test('is due again after it was rescheduled', async () => {
    const { id } = await addPost('a')
    await recordShown(await findDuePosts())
    await unpublishPost(owner, id)
    await publishPost(owner, id, inMinutes(5))
    expect(await dueSlugs()).toEqual([])
    await timePasses(6)
    expect(await dueSlugs()).toEqual(['a'])
  })

  test('can be published immediately instead', async () => {
    const { id } = await addPost('a', { draft: true })
    await publishPost(owner, id, inMinutes(5))
    expect(await publishPost(owner, id)).toMatchObject({ state: 'published' })
    expect(await publicSlugs()).toEqual(['a'])
  })

  test('rejects a time in the past; a published post accepts any date', async () => {
    const { id } = await addPost('a', { draft: true })
    await publishPost(owner, id, inMinutes(5))
    await expect(publishPost(owner, id, new Date(0))).rejects.toMatchObject({
      errors: [{ field: 'at' }],
    })
    expect((await getEditedPost(owner, id)).post.state).toBe('scheduled')
    await publishPost(owner, id)
    expect(await publishPost(owner, id, new Date('2020-01-01'))).toMatchObject({
      state: 'published',
    })
    expect((await getEditedPost(owner, id)).post.publishedAt).toBe('2020-01-01T00:00:00.000Z')
  })

  test('becomes a draft again when unpublished', async () => {
    const { id } = await addPost('a', { draft: true })
    await publishPost(owner, id, inMinutes(5))
    await unpublishPost(owner, id)
    await timePasses(6)
    expect([await publicSlugs(), await dueSlugs()]).toEqual([[], []])
    await expect(unpublishPost(owner, id)).rejects.toMatchObject({ code: 'edit-conflict' })
  })
})

describe('a deleted post', () => {
  test('is hidden, and restored with its state and comments', async () => {
    const { id } = await addPost('a')
    const { id: draft } = await addPost('b', { draft: true })
    await addComment(id)
    await deletePost(owner, id)
    await deletePost(owner, draft)
    expect(await publicSlugs()).toEqual([])
    await expect(getEditedPost(owner, id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(deletePost(owner, id)).rejects.toMatchObject({ code: 'not-found' })
    await restorePost(owner, id)
    await restorePost(owner, draft)
    expect((await listPosts(1)).posts).toMatchObject([{ slug: 'a', comments: 1 }])
    expect((await getEditedPost(owner, draft)).post.state).toBe('draft')
    await expect(restorePost(owner, id)).rejects.toMatchObject({ code: 'not-found' })
  })

  test.each([
    ['a draft', true],
    ['public', false],
  ])('is hidden when it is restored after its scheduled time if it was %s', async (_, draft) => {
    const { id } = await addPost('a', { draft })
    if (!draft) await unpublishPost(owner, id)
    await publishPost(owner, id, inMinutes(5))
    await deletePost(owner, id)
    await timePasses(6)
    await restorePost(owner, id)
    expect(await publicSlugs()).toEqual([])
    expect((await getEditedPost(owner, id)).post.state).toBe('draft')
  })

  test('is deleted permanently after 30 days, and no sooner', async () => {
    const ids = await Promise.all(['a', 'b', 'c'].map(async (slug) => (await addPost(slug)).id))
    await addComment(ids[0] ?? 0)
    for (const id of ids.slice(0, 2)) await deletePost(owner, id)
    await db()
      .$executeRaw`UPDATE posts SET deleted_at = now() - interval '31 days' WHERE slug = 'a'`
    await db()
      .$executeRaw`UPDATE posts SET deleted_at = now() - interval '29 days' WHERE slug = 'b'`
    expect(await deleteExpiredPosts()).toBe(1)
    expect(
      (await db().post.findMany({ orderBy: { slug: 'asc' } })).map(({ slug }) => slug),
    ).toEqual(['b', 'c'])
  })
})

describe('a preview link', () => {
  test('shows the last save until it is revoked, replaced or the post deleted', async () => {
    const { id } = await addPost('a', { draft: true, title: 'Secret' })
    const keyNow = async () => (await getEditedPost(owner, id)).previewKey ?? ''
    await makePreviewKey(owner, id)
    const first = await keyNow()
    expect(await getPreviewedPost(first)).toMatchObject({
      id,
      title: 'Secret',
      cover: '',
      coverAlt: '',
    })
    await db().post.update({ where: { id }, data: { cover: '/hill.png', coverAlt: 'A hill' } })
    expect(await getPreviewedPost(first)).toMatchObject({ cover: '/hill.png', coverAlt: 'A hill' })
    await makePreviewKey(owner, id)
    expect(await getPreviewedPost(first)).toBeUndefined()
    const second = await keyNow()
    await deletePost(owner, id)
    expect(await getPreviewedPost(second)).toBeUndefined()
    await restorePost(owner, id)
    expect(await getPreviewedPost(second)).toMatchObject({ id })
    await revokePreviewKey(owner, id)
    expect(await getPreviewedPost(second)).toBeUndefined()
  })

  test.each(['', 'null', 'x'.repeat(32), 'a\0b'])('rejects the key %j', async (key) => {
    expect(await getPreviewedPost(key)).toBeUndefined()
  })
})

describe('the list', () => {
  test('shows each post in its tab with its comments, and searches titles and slugs', async () => {
    const { id } = await addPost('public', { title: '100 % of it' })
    await addComment(id)
    await addComment(id, { status: 'spam' })
    await addPost('soon', { publishedAt: inMinutes(5) })
    await addPost('draft', { draft: true, title: 'A_draft' })
    await deletePost(owner, (await addPost('gone')).id)
    const list = (tab: 'draft' | 'scheduled' | 'published' | 'deleted', search = '') =>
      listPostsForAdmin(owner, { tab, search, page: 1 })
    expect((await list('published')).posts).toMatchObject([
      { slug: 'public', comments: 1, views: 0 },
    ])
    expect((await list('scheduled')).posts).toMatchObject([{ slug: 'soon' }])
    expect((await list('draft')).posts).toMatchObject([{ slug: 'draft' }])
    expect((await list('deleted')).posts).toMatchObject([{ slug: 'gone' }])
    expect((await list('draft')).counts).toEqual({
      all: 3,
      draft: 1,
      scheduled: 1,
      published: 1,
      deleted: 1,
    })
    expect(await list('published', '100 % OF')).toMatchObject({
      posts: [{ slug: 'public' }],
      counts: { published: 1, draft: 0 },
    })
    // Wildcards are matched literally.
    expect((await list('published', '0_%')).posts).toEqual([])
    expect((await list('draft', 'a_dr')).posts).toHaveLength(1)
  })
})

test('moderators may not edit posts', async () => {
  const { id } = await addPost('a')
  const acts = [
    () => reservePostId(moderator),
    () => scheduleUpdate(moderator, id, null),
    () => discardChanges(moderator, id),
    () => getPostState(moderator, id),
    () => publishPost(moderator, id),
    () => unpublishPost(moderator, id),
    () => deletePost(moderator, id),
    () => restorePost(moderator, id),
    () => makePreviewKey(moderator, id),
    () => revokePreviewKey(moderator, id),
    () => getEditedPost(moderator, id),
    () => listPostsForAdmin(moderator, { tab: 'draft', search: '', page: 1 }),
    () => listUnfinishedPosts(moderator, 5),
  ]
  for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'forbidden' })
})
