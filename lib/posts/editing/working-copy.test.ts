import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { deleteImage } from '@/lib/images/delete-image'
import { listImages } from '@/lib/images/list-images'
import { importPostFile } from '@/lib/importers/files/import-post-file'
import { getPost, listPosts } from '@/lib/posts/reading/get-posts'
import { listPostAddresses } from '@/lib/posts/reading/list-post-addresses'
import { listTags } from '@/lib/posts/reading/list-tags'
import { getVersion, listVersions, restoreVersion } from '@/lib/posts/versions/post-versions'
import { searchPosts } from '@/lib/search/search-posts'
import { addActor } from '@/test/authorisation/actors'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { deletePost, restorePost } from './delete-post'
import { findDuePosts, recordShown } from './due-posts'
import type { EditedPostInput } from './edited-post'
import { getEditedPost } from './get-edited-post'
import { getPostState } from './get-post-state'
import { listPostsForAdmin, listUnfinishedPosts } from './list-posts-for-admin'
import { getPreviewedPost, makePreviewKey } from './preview-key'
import {
  discardChanges,
  publishDueUpdates,
  publishPost,
  scheduleUpdate,
  unpublishPost,
} from './publish-post'
import { saveEditedPost } from './save-edited-post'

await ownDatabase()
const owner = await addActor('owner', 'Olga Owner')
beforeEach(async () => {
  await db().post.deleteMany()
})

const options = {
  metaTitle: 'For search engines',
  metaDescription: 'In short.',
  socialImage: '/social.png',
  canonical: 'https://elsewhere.example/original',
  noindex: true,
}
const changes = {
  slug: 'new-slug',
  title: 'New title',
  summary: 'New summary',
  tags: ['new-tag'],
  cover: '/new.png',
  coverAlt: 'New cover',
  content: 'New words.\n\nhttps://new.org/',
}

const save = async (id: number, fields: Partial<EditedPostInput> = {}) => {
  const { post } = await getEditedPost(owner, id)
  return saveEditedPost(owner, id, { ...changes, base: post.revision, ...fields })
}

/** Adds a published post with unpublished changes. */
async function addChanged(fields: Partial<EditedPostInput> = {}): Promise<number> {
  const { id } = await addPost('old-slug', { content: 'Old words.\n\nhttps://old.org/' })
  await db().postLink.create({ data: { postId: id, url: 'https://old.org/' } })
  await save(id, fields)
  return id
}

const editedFields = async (id: number) => (await getEditedPost(owner, id)).post
const stateOf = (id: number) => getPostState(owner, id)
const linksOf = async (postId: number) =>
  (await db().postLink.findMany({ where: { postId }, orderBy: { url: 'asc' } })).map(
    ({ url }) => url,
  )
const inAnHour = () => new Date(Date.now() + 3_600_000)
const updateIsDue = (postId: number) =>
  db().workingCopy.update({ where: { postId }, data: { updateAt: new Date(Date.now() - 1_000) } })
const isOldForReaders = async () => {
  expect(await getPost('new-slug')).toBeUndefined()
  const found = await getPost('old-slug')
  expect(found).toMatchObject({
    slug: 'old-slug',
    title: 'About old-slug',
    content: 'Old words.\n\nhttps://old.org/',
    tags: [],
  })
}

test('search engines see changed options only after an update', async () => {
  const { id, slug, title, content } = await addPost('plain')
  const same = { slug, title, content, summary: '', tags: [], cover: '', coverAlt: '' }
  const shown = async () => ({
    found: await getPost(slug),
    slugs: (await listPostAddresses(9)).map((post) => post.slug),
  })
  const isUnchanged = { found: { metaTitle: '', noindex: false }, slugs: [slug] }
  await save(id, { ...same, ...options })
  expect(await shown()).toMatchObject(isUnchanged)
  // An editor of the previous version sends no options.
  const { revision } = await editedFields(id)
  await saveEditedPost(owner, id, { ...same, content: 'More.', base: revision })
  expect(await editedFields(id)).toMatchObject(options)
  await discardChanges(owner, id)
  expect(await editedFields(id)).toMatchObject({ metaTitle: '', noindex: false })
  await restoreVersion(owner, id, { revision: 3, base: 4 })
  expect(await shown()).toMatchObject(isUnchanged)
  await publishPost(owner, id)
  expect(await shown()).toMatchObject({ found: options, slugs: [] })
})

test('restoring a version from before search options existed keeps them', async () => {
  const id = await addChanged(options)
  await db().postVersion.updateMany({ data: { metaTitle: null, noindex: null } })
  await restoreVersion(owner, id, { revision: 1, base: 2 })
  expect(await editedFields(id)).toMatchObject({
    title: 'About old-slug',
    metaTitle: options.metaTitle,
    noindex: true,
    canonical: '',
  })
})

test('readers see no changes to a published post until an update', async () => {
  const { id } = await addPost('old-slug', { content: 'Old words.\n\nhttps://old.org/' })
  const before = await getPost('old-slug')
  const listed = await listPosts(1)
  await save(id)
  expect(await getPost('old-slug')).toEqual(before)
  expect(await listPosts(1)).toEqual(listed)
  expect(await listTags('en')).toEqual([])
  expect((await searchPosts('new title', 1)).hits).toEqual([])
  await isOldForReaders()
  expect(await editedFields(id)).toMatchObject({ ...changes, revision: 2, state: 'published' })

  expect(await publishPost(owner, id)).toEqual({
    state: 'published',
    changedSlugs: ['new-slug', 'old-slug'],
  })
  expect(await getPost('new-slug')).toMatchObject(changes)
  expect(await getPost('old-slug')).toMatchObject({ slug: 'new-slug' })
  expect((await listTags('en')).map(({ tag }) => tag)).toEqual(['new-tag'])
  expect((await searchPosts('new title', 1)).hits).toMatchObject([{ slug: 'new-slug' }])
  // Editors may continue from the revision that they know.
  expect(await editedFields(id)).toMatchObject({ ...changes, revision: 2 })
  expect((await listVersions(owner, id)).map(({ published }) => published)).toEqual([true, true])
})

test('the state names the changes and the time of the update', async () => {
  const { id } = await addPost('old-slug')
  expect(await stateOf(id)).toMatchObject({ status: 'published', changed: false })
  await save(id)
  const at = inAnHour()
  await scheduleUpdate(owner, id, at)
  expect(await stateOf(id)).toEqual({
    status: 'published',
    changed: true,
    revision: 2,
    updateAt: at.toISOString(),
    publishAt: null,
  })
  await publishPost(owner, id)
  expect(await stateOf(id)).toMatchObject({ changed: false, updateAt: null })
})

test('the list marks changed posts and scheduled updates', async () => {
  const id = await addChanged()
  await addPost('other')
  const list = async () =>
    (await listPostsForAdmin(owner, { tab: 'published', search: '', page: 1 })).posts
  const other = { slug: 'other', isChanged: false, updateAt: null }
  expect(await list()).toMatchObject([
    other,
    { slug: 'old-slug', title: 'New title', isChanged: true, updateAt: null },
  ])
  const updateAt = inAnHour()
  await scheduleUpdate(owner, id, updateAt)
  expect(await list()).toMatchObject([other, { isChanged: true, updateAt }])
})

test('the list finds unpublished changes, and shows drafts first', async () => {
  const id = await addChanged()
  const before = await addPost('before', { draft: true })
  await db().workingCopy.updateMany({ data: { savedAt: inAnHour() } })
  await deletePost(owner, (await addPost('gone')).id)
  const list = async (search: string) =>
    (await listPostsForAdmin(owner, { tab: 'all', search, page: 1 })).posts
  const { savedAt: updatedAt } = await db().workingCopy.findUniqueOrThrow({ where: { postId: id } })
  const changed = { id, title: 'New title', updatedAt, isChanged: true }
  expect(await list('')).toMatchObject([{ id: before.id }, { ...changed, slug: 'old-slug' }])
  for (const search of ['EW TITLE', 'new-sl', 'w words.', 'old words'])
    expect(await list(search), search).toMatchObject([changed])
  expect(await list('older')).toEqual([])
  await addPost('unchanged')
  const draft = { id: before.id, title: before.title, isChanged: false }
  const unfinished = await listUnfinishedPosts(owner, 5)
  expect(unfinished).toMatchObject({ posts: [changed, draft], drafts: 1 })
  const writer = await addActor('writer')
  expect(await listUnfinishedPosts(writer, 5)).toEqual({ posts: [], drafts: 0 })
})

test('a preview link shows the working copy', async () => {
  const id = await addChanged()
  await makePreviewKey(owner, id)
  const { previewKey } = await getEditedPost(owner, id)
  expect(await getPreviewedPost(previewKey ?? '')).toMatchObject(changes)
})

test('reverting all changes deletes the working copy', async () => {
  const id = await addChanged()
  await save(id, {
    slug: 'old-slug',
    title: 'About old-slug',
    summary: '',
    tags: [],
    cover: '',
    coverAlt: '',
    content: 'Old words.\n\nhttps://old.org/',
  })
  expect(await stateOf(id)).toMatchObject({ changed: false, revision: 3 })
})

describe('discarding changes', () => {
  test('restores the published version, and keeps the changes in the history', async () => {
    const id = await addChanged()
    await discardChanges(owner, id)
    await isOldForReaders()
    expect(await editedFields(id)).toMatchObject({ slug: 'old-slug', title: 'About old-slug' })
    expect(await stateOf(id)).toMatchObject({ changed: false, revision: 3 })
    expect(await linksOf(id)).toEqual(['https://old.org/'])
    expect(await getVersion(owner, id, 2)).toMatchObject(changes)
    // An editor that is still open detects the new revision.
    const late = saveEditedPost(owner, id, { ...changes, base: 2, content: 'Typed on.' })
    await expect(late).rejects.toMatchObject({ code: 'post-changed' })
  })

  test('does nothing without changes', async () => {
    const { id } = await addPost('a')
    await discardChanges(owner, id)
    expect(await stateOf(id)).toMatchObject({ revision: 1 })
  })
})

test('restoring a version fills the working copy', async () => {
  const id = await addChanged({ slug: 'old-slug' })
  await publishPost(owner, id)
  await restoreVersion(owner, id, { revision: 1, base: 2 })
  expect(await editedFields(id)).toMatchObject({ title: 'About old-slug', revision: 3 })
  expect(await getPost('old-slug')).toMatchObject({ title: 'New title' })
})

test('keeps the published version in the history, even if it was never saved here', async () => {
  const id = await addChanged()
  await save(id, { content: 'Newer words.' })
  const published = (await listVersions(owner, id)).filter((version) => version.published)
  expect(published.map(({ revision }) => revision)).toEqual([1])
})

test('renews the cards of both versions until the update', async () => {
  const id = await addChanged()
  expect(await linksOf(id)).toEqual(['https://new.org/', 'https://old.org/'])
  expect((await save(id, { title: 'Newer title' })).hasNewLinks).toBe(false)
  await publishPost(owner, id)
  expect(await linksOf(id)).toEqual(['https://new.org/'])
})

test('unpublishing makes the changes part of the draft', async () => {
  const id = await addChanged()
  expect((await unpublishPost(owner, id)).changedSlugs).toEqual(['new-slug', 'old-slug'])
  expect(await stateOf(id)).toMatchObject({ status: 'draft', changed: false })
  expect(await editedFields(id)).toMatchObject(changes)
  await publishPost(owner, id)
  expect(await getPost('old-slug')).toMatchObject({ slug: 'new-slug' })
})

test('unpublishing keeps the slug if another post has taken the new one', async () => {
  const id = await addChanged()
  await addPost('new-slug')
  expect(await unpublishPost(owner, id)).toEqual({ state: 'draft', changedSlugs: ['old-slug'] })
  expect(await editedFields(id)).toMatchObject({ ...changes, slug: 'old-slug', state: 'draft' })
})

test('a new date publishes no changes, and a future one does not hide the post', async () => {
  const id = await addChanged()
  await publishPost(owner, id, new Date('2020-01-01'))
  await isOldForReaders()
  expect(await stateOf(id)).toMatchObject({ changed: true })
  expect((await editedFields(id)).publishedAt).toBe('2020-01-01T00:00:00.000Z')
  await expect(publishPost(owner, id, inAnHour())).rejects.toMatchObject({
    errors: [{ field: 'at', message: expect.stringContaining('unpublish it first') }],
  })
  await isOldForReaders()
  expect(await stateOf(id)).toMatchObject({ status: 'published', changed: true })
  expect((await editedFields(id)).publishedAt).toBe('2020-01-01T00:00:00.000Z')
})

describe('restoring a deleted post', () => {
  test('keeps its changes and a scheduled update', async () => {
    const id = await addChanged()
    const at = inAnHour()
    await scheduleUpdate(owner, id, at)
    await deletePost(owner, id)
    await restorePost(owner, id)
    await isOldForReaders()
    expect(await stateOf(id)).toMatchObject({ changed: true, updateAt: at.toISOString() })
  })

  test('does not publish an update whose time has passed', async () => {
    const id = await addChanged()
    await scheduleUpdate(owner, id, inAnHour())
    await deletePost(owner, id)
    await updateIsDue(id)
    expect(await publishDueUpdates()).toEqual([])
    await restorePost(owner, id)
    expect(await publishDueUpdates()).toEqual([])
    await isOldForReaders()
    expect(await stateOf(id)).toMatchObject({ changed: true, updateAt: null })
  })
})

test('an update is rejected if another post has taken the new slug', async () => {
  const id = await addChanged()
  await addPost('new-slug')
  await expect(publishPost(owner, id)).rejects.toMatchObject({ errors: [{ field: 'slug' }] })
  expect(await stateOf(id)).toMatchObject({ changed: true })
})

describe('a scheduled update', () => {
  test('is published once when it is due, with all changes saved by then', async () => {
    const id = await addChanged()
    await scheduleUpdate(owner, id, inAnHour())
    await save(id, { content: 'Newest words.' })
    expect(await publishDueUpdates()).toEqual([])
    await isOldForReaders()
    await updateIsDue(id)
    expect(await publishDueUpdates()).toEqual(['old-slug'])
    expect(await getPost('new-slug')).toMatchObject({ content: 'Newest words.' })
    // Pages show the update as soon as the timer has invalidated them.
    const due = await findDuePosts()
    expect(due).toEqual([{ id, slug: 'new-slug' }])
    await recordShown(due)
    expect([await publishDueUpdates(), await findDuePosts()]).toEqual([[], []])
    expect(await stateOf(id)).toMatchObject({ changed: false, updateAt: null })
  })

  test('stays scheduled, even if its text temporarily equals the post’s', async () => {
    const { id, title, content } = await addPost('a')
    await save(id, { slug: 'a' })
    await scheduleUpdate(owner, id, inAnHour())
    const same = { slug: 'a', title, content, summary: '', tags: [], cover: '', coverAlt: '' }
    await save(id, same)
    expect((await stateOf(id)).updateAt).not.toBeNull()
  })

  test('can be cancelled', async () => {
    const id = await addChanged()
    await scheduleUpdate(owner, id, inAnHour())
    await scheduleUpdate(owner, id, null)
    expect(await stateOf(id)).toMatchObject({ changed: true, updateAt: null })
  })

  test('that cannot be published does not stop the others', async () => {
    const id = await addChanged()
    const { id: broken } = await addPost('broken')
    await save(broken, { slug: 'broken' })
    for (const changed of [broken, id]) {
      await scheduleUpdate(owner, changed, inAnHour())
      await updateIsDue(changed)
    }
    // A new version may limit nesting further.
    const content = `${'> '.repeat(150)}deep`
    await db().workingCopy.update({ where: { postId: broken }, data: { content } })
    expect(await publishDueUpdates()).toEqual(['old-slug'])
    expect(await stateOf(id)).toMatchObject({ changed: false })
    expect(await stateOf(broken)).toMatchObject({ changed: true })
  })

  test('is not reported as cancelled if it has just been published', async () => {
    const id = await addChanged()
    await scheduleUpdate(owner, id, inAnHour())
    await updateIsDue(id)
    await publishDueUpdates()
    await expect(scheduleUpdate(owner, id, null)).rejects.toMatchObject({ code: 'edit-conflict' })
  })

  test('keeps the slug if another post has taken the new one', async () => {
    const id = await addChanged()
    await scheduleUpdate(owner, id, inAnHour())
    await addPost('new-slug')
    await updateIsDue(id)
    await publishDueUpdates()
    expect(await getPost('old-slug')).toMatchObject({ id, slug: 'old-slug', title: 'New title' })
  })

  test('needs changes, a title and a future time', async () => {
    const { id } = await addPost('old-slug')
    const refuses = (field: string, at = inAnHour()) =>
      expect(scheduleUpdate(owner, id, at)).rejects.toMatchObject({ errors: [{ field }] })
    await refuses('updateAt')
    await save(id, { title: '' })
    await refuses('title')
    await save(id)
    await refuses('updateAt', new Date(0))
  })
})

describe('a file import', () => {
  const file = (words: string) => `---\ntitle: A\ndate: 2025-10-01\n---\n${words}\n`

  test('overwrites unpublished changes only with the option `overwrite`', async () => {
    await importPostFile('a.md', file('One.'), {})
    const { id } = await db().post.findUniqueOrThrow({ where: { slug: 'a' } })
    await save(id, { slug: 'a' })
    const refused = importPostFile('a.md', file('Two.'))
    await expect(refused).rejects.toThrow('have changed since the last import')
    expect(await importPostFile('a.md', file('One.'))).toMatchObject({ isWritten: false })
    expect(await stateOf(id)).toMatchObject({ changed: true })
    await importPostFile('a.md', file('Two.'), { overwrite: true })
    expect(await stateOf(id)).toMatchObject({ changed: false, revision: 3 })
    expect(await editedFields(id)).toMatchObject({ title: 'A', content: 'Two.\n' })
    expect(await getVersion(owner, id, 2)).toMatchObject({ title: 'New title' })
  })
})

test('an image in unpublished changes counts as in use', async () => {
  const image = 'a'.repeat(32)
  const size = { width: 10, height: 10, bytes: 1 }
  await db().image.create({ data: { id: image, ...size, isMoving: false, inBucket: false } })
  const id = await addChanged({ content: `![A](/images/${image}-10x10.webp)` })
  await expect(deleteImage(owner, image)).rejects.toMatchObject({ code: 'image-in-use' })
  expect((await listImages(owner, 1)).images).toMatchObject([{ id: image, posts: [{ id }] }])
})

test('a save by the previous release, which ignores working copies, loses no text', async () => {
  const id = await addChanged()
  await db().post.update({
    where: { id },
    data: { content: 'From the previous release.', revision: { increment: 1 } },
  })
  expect(await editedFields(id)).toMatchObject({ ...changes, revision: 3 })
  const late = saveEditedPost(owner, id, { ...changes, base: 2, content: 'Typed on.' })
  await expect(late).rejects.toMatchObject({ code: 'post-changed' })
  await save(id, { content: 'Typed on.' })
  expect(await getPost('old-slug')).toMatchObject({
    content: 'From the previous release.',
  })
  // If the previous release unpublishes the post, it is a draft with a working copy.
  await db().post.update({ where: { id }, data: { draft: true } })
  expect(await editedFields(id)).toMatchObject({ content: 'Typed on.', state: 'draft' })
  await save(id, { content: 'Typed further.' })
  await publishPost(owner, id)
  expect(await getPost('new-slug')).toMatchObject({ content: 'Typed further.' })
})
