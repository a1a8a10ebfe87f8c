import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '@/lib/auth/actor'
import { countForAdmin } from '@/lib/comments/moderation/count-for-admin'
import { listForAdmin } from '@/lib/comments/moderation/list-for-admin'
import { mayModerate } from '@/lib/comments/moderation/moderated-sites'
import { db } from '@/lib/db/client'
import { listImages } from '@/lib/images/list-images'
import { getPost } from '@/lib/posts/reading/get-posts'
import { getVersion, listVersions, restoreVersion } from '@/lib/posts/versions/post-versions'
import { addStaff, type Staff } from '@/test/authorisation/actors'
import { ownDatabase } from '@/test/database/database'
import { reservePostId } from './create-post'
import { deletePost, restorePost } from './delete-post'
import { getEditedPost } from './get-edited-post'
import { getPostState } from './get-post-state'
import { listPostsForAdmin } from './list-posts-for-admin'
import { findEditablePost } from './post-access'
import { listAuthors, setPostAuthor } from './post-author'
import { makePreviewKey, revokePreviewKey } from './preview-key'
import { discardChanges, publishPost, scheduleUpdate, unpublishPost } from './publish-post'
import { saveEditedPost } from './save-edited-post'
import { setCommentsClosed } from './set-comments-closed'

await ownDatabase()
let staff: Staff
let foreignId: number
let ownId: number

const image = `/images/${'a'.repeat(32)}-9x9.webp`
const input = (title: string, base = 0) => ({
  base,
  slug: '',
  title,
  summary: '',
  tags: [],
  cover: '',
  coverAlt: '',
  content: `Words. ![x](${image})`,
})
async function write(actor: Actor, title: string): Promise<number> {
  const id = await reservePostId(actor)
  await saveEditedPost(actor, id, input(title))
  return id
}

beforeAll(async () => {
  staff = await addStaff()
  await db().image.create({
    data: { id: 'a'.repeat(32), width: 9, height: 9, bytes: 9, isMoving: false, inBucket: false },
  })
  foreignId = await write(staff.owner, 'A secret draft')
  ownId = await write(staff.writer, 'My post')
})

/** All functions that act on a post. */
const acts: Record<string, (actor: Actor, id: number) => Promise<unknown>> = {
  getEditedPost: (actor, id) => getEditedPost(actor, id, true),
  getPostState,
  listVersions,
  getVersion: (actor, id) => getVersion(actor, id, 1),
  restoreVersion: (actor, id) => restoreVersion(actor, id, { revision: 1, base: 1 }),
  saveEditedPost: (actor, id) => saveEditedPost(actor, id, input('Taken over', 1)),
  'saveEditedPost of a new post': (actor, id) => saveEditedPost(actor, id, input('Taken over')),
  makePreviewKey,
  revokePreviewKey,
  setCommentsClosed: (actor, id) => setCommentsClosed(actor, id, true),
  publishPost,
  scheduleUpdate: (actor, id) => scheduleUpdate(actor, id, null),
  discardChanges,
  unpublishPost,
  deletePost,
  restorePost,
}

test.each(Object.entries(acts))('%s does not find someone else’s post', async (_, act) => {
  const before = await db().post.findUnique({ where: { id: foreignId } })
  await expect(act(staff.writer, foreignId)).rejects.toMatchObject({ code: 'not-found' })
  await expect(act(staff.moderator, foreignId)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await db().post.findUnique({ where: { id: foreignId } })).toEqual(before)
})

test('a writer sees, publishes, unpublishes, deletes and restores their own posts', async () => {
  const { writer } = staff
  const filter = { tab: 'draft', search: '', page: 1 } as const
  const { posts, counts } = await listPostsForAdmin(writer, filter)
  expect([posts.map(({ id }) => id), counts.draft]).toEqual([[ownId], 1])
  await publishPost(writer, ownId)
  expect(await getPost('my-post')).toMatchObject({ author: 'Wanda Writer' })
  expect(await findEditablePost(writer, 'my-post', false)).toBe(ownId)
  await unpublishPost(writer, ownId)
  await deletePost(writer, ownId)
  await restorePost(writer, ownId)
  await makePreviewKey(writer, ownId)
  expect(await listVersions(writer, ownId)).not.toEqual([])
})

describe('a writer', () => {
  test('does not learn the title of someone else’s draft', async () => {
    const { writer } = staff
    expect(await findEditablePost(writer, 'a-secret-draft', false)).toBeUndefined()
    const taken = { ...input('My post', 1), slug: 'a-secret-draft' }
    const error = await saveEditedPost(writer, ownId, taken).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ errors: [{ field: 'slug' }] })
    expect(JSON.stringify(error)).not.toContain('secret draft')
    const { images } = await listImages(writer, 1)
    expect(images.flatMap(({ posts }) => posts.map(({ title }) => title))).toEqual(['My post'])
  })

  test('cannot create pages or change authors', async () => {
    const { writer } = staff
    const id = await reservePostId(writer)
    const page = { ...input('About'), isPage: true }
    const refused = { code: 'forbidden' }
    await expect(saveEditedPost(writer, id, page)).rejects.toMatchObject(refused)
    await expect(listAuthors(writer)).rejects.toMatchObject(refused)
    await expect(setPostAuthor(writer, ownId, '')).rejects.toMatchObject(refused)
  })

  test('cannot moderate', async () => {
    const { writer } = staff
    const refused = { code: 'forbidden' }
    await expect(countForAdmin(writer)).rejects.toMatchObject(refused)
    await expect(listForAdmin(writer, { status: 'pending' })).rejects.toMatchObject(refused)
    expect(await mayModerate(writer, 'my-post')).toBe(false)
  })
})

test('the owner gives a post to a writer, and back to the author of the blog', async () => {
  const { owner, writer } = staff
  expect((await listAuthors(owner)).map(({ name }) => name)).toEqual([
    'Olivia Owner',
    'Wanda Writer',
  ])
  await setPostAuthor(owner, foreignId, writer.staffId)
  expect((await getEditedPost(writer, foreignId)).authorId).toBe(writer.staffId)
  await setPostAuthor(owner, foreignId, '')
  await expect(getEditedPost(writer, foreignId)).rejects.toMatchObject({ code: 'not-found' })
  for (const nobody of [staff.moderator.staffId, 'unknown'])
    await expect(setPostAuthor(owner, foreignId, nobody)).rejects.toMatchObject({
      code: 'not-found',
    })
})
