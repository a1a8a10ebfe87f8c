import { expect, test } from 'vitest'
import { listComments } from '@/lib/comments/reading/list-comments'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPost, addReplies } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { listForAdmin } from './list-for-admin'
import { moderateComments } from './moderate-comments'
import type { CommentStatus, SeenComment } from './moderation'
import { findLastDecision, undoJudgements } from './undo-judgements'

await ownDatabase()
const owner = await addActor('owner')
const moderator = await addActor('moderator')
const post = await addPost('judged')

const statusOf = async (id: number) =>
  (await db().comment.findUniqueOrThrow({ where: { id } })).status
const publicIds = async () => (await listComments('judged')).comments.map(({ id }) => id)

/** Returns the comment as the admin area shows it. */
async function see(id: number): Promise<SeenComment> {
  for (const status of ['pending', 'published', 'spam', 'deleted'] as const) {
    const found = (await listForAdmin(owner, { status })).comments.find(
      (comment) => comment.id === id,
    )
    if (found) return { id, status: found.status, version: found.version }
  }
  throw new Error(`the admin area does not show ${id}`)
}

const judge = async (id: number, verdict: CommentStatus | 'keep', seen?: SeenComment) => {
  const [outcome] = await moderateComments(owner, [seen ?? (await see(id))], verdict)
  if (!outcome) throw new Error('no outcome')
  return outcome
}

test('applies each verdict to each status and restores the status on undo', async () => {
  const statuses = ['pending', 'published', 'spam', 'deleted'] as const
  for (const from of statuses) {
    for (const to of statuses.filter((status) => status !== from)) {
      const id = await addComment(post.id, { status: from })
      const outcome = await judge(id, to)
      expect(outcome).toMatchObject({ id, done: true, status: to, postSlug: 'judged' })
      expect(await statusOf(id)).toBe(to)
      expect((await publicIds()).includes(id)).toBe(to === 'published')
      if (!outcome.done) continue
      expect(await undoJudgements(moderator, [outcome.judgementId])).toMatchObject([
        { id, done: true, status: from },
      ])
      expect(await statusOf(id)).toBe(from)
      expect((await publicIds()).includes(id)).toBe(from === 'published')
    }
  }
})

test('applies a verdict to several comments at once, each independently', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => addComment(post.id, { status: 'pending' })))
  const seen = await Promise.all(ids.map(see))
  const [first] = seen
  if (first) await moderateComments(moderator, [first], 'spam')
  const outcomes = await moderateComments(
    owner,
    [...seen, { id: 2_000_000, status: 'pending', version: '00000000' }],
    'published',
  )
  expect(outcomes).toMatchObject([
    { done: false, now: 'spam', by: 'Max Moderator' },
    { done: true, status: 'published' },
    { done: true, status: 'published' },
    { done: false, now: 'gone', by: null },
  ])
})

test('applies the first of two concurrent verdicts and reports who gave it', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await addComment(post.id, { status: 'pending' })
    const seen = await see(id)
    const outcomes = (
      await Promise.all([
        moderateComments(owner, [seen], 'published'),
        moderateComments(moderator, [seen], 'spam'),
      ])
    ).flat()
    const first = outcomes.find(({ done }) => done)
    const second = outcomes.find(({ done }) => !done)
    const wasOwner = outcomes[0] === first
    expect(first).toMatchObject({ status: wasOwner ? 'published' : 'spam' })
    expect(second).toMatchObject({
      now: wasOwner ? 'published' : 'spam',
      by: wasOwner ? 'Olivia Owner' : 'Max Moderator',
    })
    expect(await db().commentJudgement.count({ where: { commentId: id } })).toBe(1)
  }
})

test('does not moderate text that has changed since it was read', async () => {
  const id = await addComment(post.id, { status: 'pending' })
  const seen = await see(id)
  await db().comment.update({ where: { id }, data: { content: 'Buy this' } })
  expect(await judge(id, 'published', seen)).toMatchObject({
    done: false,
    now: 'pending',
    by: null,
  })
  expect(await statusOf(id)).toBe('pending')
})

test('serialises moderators and commenters of one thread', async () => {
  const top = await addComment(post.id)
  await addReplies(post.id, top, 10)
  const ids = (
    await db().comment.findMany({
      where: { OR: [{ id: top }, { parentId: top }] },
      orderBy: { id: 'desc' },
    })
  ).map(({ id }) => id)
  const seen = await Promise.all(ids.map(see))
  const outcomes = await Promise.all([
    ...seen.map((one) => moderateComments(owner, [one], 'spam')),
    moderateComments(moderator, seen, 'spam'),
    addReplies(post.id, top, 5).then(() => []),
  ])
  expect(outcomes.flat().filter(({ done }) => done)).toHaveLength(11)
})

test('approves or rejects a pending edit and undoes both', async () => {
  const id = await addComment(post.id, { content: 'Before' })
  await db().comment.update({
    where: { id },
    data: { waitingContent: 'After', waitingSince: new Date() },
  })
  const row = () => db().comment.findUniqueOrThrow({ where: { id } })

  expect((await listForAdmin(owner, { status: 'pending' })).comments[0]).toMatchObject({
    id,
    status: 'published',
    waitingContent: 'After',
  })
  const accepted = await judge(id, 'published')
  expect(await row()).toMatchObject({
    content: 'After',
    waitingContent: null,
    waitingSince: null,
    editedAt: expect.any(Date),
  })
  expect(await db().commentEdit.count({ where: { commentId: id, content: 'Before' } })).toBe(1)
  if (accepted.done) await undoJudgements(owner, [accepted.judgementId])
  expect(await row()).toMatchObject({
    content: 'Before',
    waitingContent: 'After',
    waitingSince: expect.any(Date),
    editedAt: null,
  })
  expect(await db().commentEdit.count({ where: { commentId: id } })).toBe(0)

  const refused = await judge(id, 'keep')
  expect(await row()).toMatchObject({
    content: 'Before',
    waitingContent: null,
    status: 'published',
  })
  if (refused.done) await undoJudgements(owner, [refused.judgementId])
  expect(await row()).toMatchObject({ content: 'Before', waitingContent: 'After' })
})

test('rejects an undo after a newer verdict, a second time or after a deletion', async () => {
  const id = await addComment(post.id, { status: 'pending' })
  const first = await judge(id, 'published')
  const second = await judge(id, 'spam')
  if (!first.done || !second.done) throw new Error('not moderated')
  expect(await undoJudgements(owner, [first.judgementId])).toMatchObject([
    { done: false, now: 'spam', by: 'Olivia Owner' },
  ])
  expect(await undoJudgements(owner, [second.judgementId])).toMatchObject([
    { done: true, status: 'published' },
  ])
  expect(await undoJudgements(owner, [second.judgementId])).toMatchObject([
    { done: false, now: 'published' },
  ])
  expect(await undoJudgements(owner, [first.judgementId])).toMatchObject([
    { done: true, status: 'pending' },
  ])

  const third = await judge(id, 'deleted')
  await db().comment.update({ where: { id }, data: { content: '', authorName: '' } })
  if (third.done)
    expect(await undoJudgements(owner, [third.judgementId])).toMatchObject([
      { done: false, now: 'deleted' },
    ])
})

test('finds a staff member’s last decision if it can still be undone', async () => {
  const newcomer = await addActor('moderator', 'Nia Newcomer')
  const ids = await Promise.all([1, 2, 3].map(() => addComment(post.id, { status: 'pending' })))
  const seen = await Promise.all(ids.map(see))
  expect(await findLastDecision(newcomer)).toBeUndefined()
  const [first] = seen
  if (first) await moderateComments(newcomer, [first], 'spam')
  const outcomes = await moderateComments(newcomer, seen.slice(1), 'published')
  const judgementIds = outcomes.flatMap((one) => (one.done ? [one.judgementId] : []))
  expect(judgementIds).toHaveLength(2)
  await judge(ids[2] ?? 0, 'deleted')
  // The owner has since decided on the last comment.
  expect(await findLastDecision(newcomer)).toMatchObject({ judgementIds: [judgementIds[0]] })
  await undoJudgements(newcomer, judgementIds)
  const earlier = await findLastDecision(newcomer)
  await undoJudgements(newcomer, earlier?.judgementIds ?? [])
  expect(await statusOf(ids[0] ?? 0)).toBe('pending')
  expect(await findLastDecision(newcomer)).toBeUndefined()
  await expect(findLastDecision(undefined)).rejects.toMatchObject({ code: 'unauthorized' })
})

test('rejects a reply beyond the thread limit and changes nothing', async () => {
  const top = await addComment(post.id)
  await addReplies(post.id, top, 1_000)
  const other = await addComment(post.id, { status: 'spam' })
  const reply = await addComment(post.id, { parentId: top, status: 'spam' })
  const seen = await Promise.all([other, reply].map(see))
  await expect(moderateComments(owner, seen, 'published')).rejects.toMatchObject({
    code: 'thread-full',
  })
  expect(await statusOf(other)).toBe('spam')
})

test('rejects verdicts without a session', async () => {
  const id = await addComment(post.id, { status: 'pending' })
  const seen = await see(id)
  await expect(moderateComments(undefined, [seen], 'published')).rejects.toMatchObject({
    code: 'unauthorized',
  })
  await expect(undoJudgements(undefined, [1])).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(listForAdmin(undefined, { status: 'pending' })).rejects.toMatchObject({
    code: 'unauthorized',
  })
})
