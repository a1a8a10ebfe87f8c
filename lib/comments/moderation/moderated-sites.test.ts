import { expect, test } from 'vitest'
import type { Actor } from '@/lib/auth/actor'
import { createSession, findSession } from '@/lib/auth/session'
import { listStaff, setModeratedSites } from '@/lib/auth/staff'
import { deleteComment, editComment } from '@/lib/comments/writing/own-comment'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { databaseDigest } from '@/test/database/database-digest'
import {
  blockAuthor,
  getBlockLists,
  listBlocks,
  removeBlock,
  saveBlockLists,
} from './block-comments'
import { closeComments, closeCommentsAfter } from './close-comments'
import { getCommentVersion } from './comment-version'
import { countForAdmin, countMatching, getAdminNews } from './count-for-admin'
import { listForAdmin } from './list-for-admin'
import { describeConflicts, moderateComments } from './moderate-comments'
import { listModeratedSites, mayModerate } from './moderated-sites'
import { editAsStaff, pinComment, replyAsStaff } from './staff-actions'
import { undoJudgements } from './undo-judgements'

await ownDatabase()
const owner = await addActor('owner')

async function addSite(host: string): Promise<{ id: number; threadId: number; slug: string }> {
  const { id } = await db().site.create({
    data: { name: host, origins: [`https://${host}`], hosts: { create: { host } } },
  })
  const slug = `${host}/page`
  const thread = await db().thread.create({ data: { siteId: id, slug, title: `On ${host}` } })
  return { id, threadId: thread.id, slug }
}

const post = await addPost('own-post')
const mine = await addSite('mine.example')
const theirs = await addSite('theirs.example')
/** The sites that a moderator of `mine` may not moderate: another site, and the blog itself. */
const places = [
  { name: 'another site', threadId: theirs.threadId, slug: theirs.slug, siteId: theirs.id },
  { name: 'the blog', threadId: post.id, slug: post.slug, siteId: 0 },
]

/** Signs in a moderator with these sites, as a browser does. */
async function moderatorOf(siteIds: number[] | null): Promise<Actor> {
  const { staffId } = await addActor('moderator', `Moderator of ${siteIds}`)
  await setModeratedSites(owner, staffId, siteIds)
  const actor = await findSession(await createSession(staffId, ''))
  if (!actor) throw new Error('not signed in')
  return actor
}

const limited = await moderatorOf([mine.id])

test('reads a moderator’s sites with each session, and never limits the owner', async () => {
  expect(limited.siteIds).toEqual([mine.id])
  expect((await moderatorOf(null)).siteIds).toBeNull()
  expect((await moderatorOf([])).siteIds).toEqual([])
  const { staffId } = await addActor('moderator', 'Never limited')
  expect((await findSession(await createSession(staffId, '')))?.siteIds).toBeNull()
  await setModeratedSites(owner, owner.staffId, [mine.id])
  expect((await findSession(await createSession(owner.staffId, '')))?.siteIds).toBeNull()
  expect((await listStaff(owner)).find(({ id }) => id === limited.staffId)?.siteIds).toEqual([
    mine.id,
  ])
  await expect(setModeratedSites(limited, limited.staffId, null)).rejects.toThrow('Only the owner')
})

test('lists and counts only the comments of the moderator’s sites', async () => {
  const own = await addComment(mine.threadId, { status: 'pending', authorName: 'Eve' })
  const hidden = [
    await addComment(theirs.threadId, { status: 'pending', authorName: 'Eve' }),
    await addComment(post.id, { status: 'pending', authorName: 'Eve' }),
    await addComment(post.id, { status: 'spam', authorName: 'Eve' }),
  ]
  const { comments } = await listForAdmin(limited, { status: 'pending' })
  expect(comments.map(({ id }) => id)).toEqual([own])
  expect(comments[0]?.post).toMatchObject({ slug: mine.slug, site: 'mine.example' })
  // Comments of the same author elsewhere are not counted.
  expect(comments[0]?.others).toEqual({ published: 0, spam: 0 })
  expect(await countForAdmin(limited)).toEqual({ pending: 1, published: 0, spam: 0, deleted: 0 })
  expect(await countMatching(limited, { status: 'pending', author: 'Eve' })).toBe(1)
  const news = await getAdminNews(limited, { status: 'pending' }, 0)
  expect(news).toMatchObject({ fresh: 1, matching: 1, counts: { pending: 1 } })
  for (const { slug, siteId } of places) {
    expect((await listForAdmin(limited, { status: 'pending', post: slug })).comments).toEqual([])
    expect((await listForAdmin(limited, { status: 'pending', site: siteId })).comments).toEqual([])
  }
  expect(await describeConflicts(limited, hidden)).toEqual(
    hidden.map((id) => ({ id, done: false, now: 'gone', by: null })),
  )
  expect(await listModeratedSites(limited)).toEqual([{ id: mine.id, name: 'mine.example' }])
  expect((await listForAdmin(await moderatorOf([]), { status: 'pending' })).comments).toEqual([])
})

test('filters by site for the owner, who sees all', async () => {
  const slugsAt = async (site: number) =>
    (await listForAdmin(owner, { status: 'pending', site })).comments.map(({ post }) => post.slug)
  expect(new Set(await slugsAt(theirs.id))).toEqual(new Set([theirs.slug]))
  expect(new Set(await slugsAt(0))).toEqual(new Set([post.slug]))
  expect((await listModeratedSites(owner)).map(({ name }) => name)).toEqual([
    'mine.example',
    'theirs.example',
  ])
})

test('does not find comments by the network of one that the moderator cannot see', async () => {
  const own = await addComment(mine.threadId, { status: 'spam' })
  const other = await addComment(theirs.threadId, { status: 'spam' })
  await db().comment.updateMany({
    where: { id: { in: [own, other] } },
    data: { networkKey: 'the same network' },
  })
  const found = async (network: number) =>
    (await listForAdmin(limited, { status: 'spam', network })).comments.map(({ id }) => id)
  expect(await found(own)).toEqual([own])
  expect(await found(other)).toEqual([])
})

test.each(places)('changes nothing on $name', async ({ threadId, slug }) => {
  const pending = await addComment(threadId, { status: 'pending' })
  const published = await addComment(threadId)
  const judgedId = await addComment(threadId, { status: 'pending' })
  const [judged] = await moderateComments(
    owner,
    [await getCommentVersion(owner, judgedId)],
    'published',
  )
  if (!judged?.done) throw new Error('not moderated')
  const seenPending = await getCommentVersion(owner, pending)
  const seenPublished = await getCommentVersion(owner, published)
  const before = await databaseDigest()
  const acts: (() => Promise<unknown>)[] = [
    () => getCommentVersion(limited, published),
    () => editAsStaff(limited, seenPublished, 'Changed.'),
    () => replyAsStaff(limited, published, 'A reply.', 'key'),
    () => pinComment(limited, published, true),
    () => closeComments(limited, slug, true),
    () => closeCommentsAfter(limited, slug, 3),
    () => editComment(published, 'Changed.', limited),
    () => deleteComment(published, limited),
  ]
  for (const act of acts) await expect(act()).rejects.toThrow()
  expect(await moderateComments(limited, [seenPending, seenPublished], 'spam')).toMatchObject([
    { done: false, now: 'gone' },
    { done: false, now: 'gone' },
  ])
  expect(await undoJudgements(limited, [judged.judgementId])).toMatchObject([
    { done: false, now: 'gone' },
  ])
  expect(await mayModerate(limited, slug)).toBe(false)
  expect(await databaseDigest()).toEqual(before)
})

test('allows only moderators of all sites to see and change the blocks of all sites', async () => {
  const id = await addComment(mine.threadId, { authorName: 'Mallory' })
  const byName = { kind: 'name', verdict: 'spam', days: null } as const
  const lists = {
    kind: 'name' as const,
    lists: [{ verdict: 'spam' as const, shown: [], values: ['Eve'] }],
  }
  const moderatorOfAll = await moderatorOf(null)
  await saveBlockLists(moderatorOfAll, lists)
  await blockAuthor(moderatorOfAll, id, { ...byName, days: 7 })
  const { blocks } = await listBlocks(owner)
  const before = await databaseDigest()
  // A moderator of every site that exists today is limited too: sites may be added.
  for (const siteIds of [[mine.id], [0, mine.id, theirs.id], []]) {
    const actor = await moderatorOf(siteIds)
    const acts: (() => Promise<unknown>)[] = [
      () => listBlocks(actor),
      () => getBlockLists(actor, 'name'),
      () => saveBlockLists(actor, lists),
      () => blockAuthor(actor, id, byName),
      () => removeBlock(actor, blocks[0]?.id ?? 0),
    ]
    for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect((await databaseDigest()).comment_blocks).toEqual(before.comment_blocks)
  await removeBlock(await moderatorOf(null), blocks[0]?.id ?? 0)
  expect(await listBlocks(owner)).toEqual({ blocks: [], next: null })
})

test('allows every action on the moderator’s own site', async () => {
  const id = await addComment(mine.threadId, { status: 'pending' })
  const [judged] = await moderateComments(
    limited,
    [await getCommentVersion(limited, id)],
    'published',
  )
  if (!judged?.done) throw new Error('not moderated')
  expect(await undoJudgements(limited, [judged.judgementId])).toMatchObject([{ done: true }])
  await moderateComments(limited, [await getCommentVersion(limited, id)], 'published')
  expect(await editAsStaff(limited, await getCommentVersion(limited, id), 'Changed.')).toBe(
    mine.slug,
  )
  expect(await pinComment(limited, id, true)).toBe(mine.slug)
  expect((await replyAsStaff(limited, id, 'A reply.', 'key')).status).toBe('published')
  await closeComments(limited, mine.slug, true)
  expect((await db().thread.findUnique({ where: { slug: mine.slug } }))?.closed).toBe(true)
  expect(await mayModerate(limited, mine.slug)).toBe(true)
  expect(await mayModerate(limited, 'unknown.example/page')).toBe(false)
})
