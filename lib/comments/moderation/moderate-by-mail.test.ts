import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import {
  type ModerationLink,
  moderationLinkDays,
  moderationToken,
  quoteDigest,
} from '@/lib/mail/mail-links'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { getCommentVersion } from './comment-version'
import { getMailedComment, moderateByMail } from './moderate-by-mail'
import { moderateComments } from './moderate-comments'
import { undoJudgements } from './undo-judgements'

await ownDatabase()
process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const owner = await addActor('owner')
const post = await addPost('mailed')

/** A pending comment and the token of the e-mail about it. */
async function mailed(link: Partial<ModerationLink> = {}) {
  const id = await addComment(post.id, { status: 'pending', content: 'Held words' })
  const token = moderationToken({
    staffId: owner.staffId,
    commentId: id,
    status: 'pending',
    text: quoteDigest('Held words', null),
    sentAt: new Date(),
    ...link,
  })
  return { id, token }
}

const statusOf = async (id: number) =>
  (await db().comment.findUniqueOrThrow({ where: { id } })).status

test('applies a verdict once, and then shows who gave it', async () => {
  const { id, token } = await mailed()
  expect(await getMailedComment(token)).toMatchObject({ isUnchanged: true, decision: null })
  expect(await statusOf(id)).toBe('pending')
  const { actor, outcomes } = await moderateByMail(token, 'published')
  expect(actor.staffId).toBe(owner.staffId)
  expect(outcomes).toMatchObject([{ id, done: true, status: 'published' }])
  expect(await getMailedComment(token)).toMatchObject({
    decision: { by: 'Olivia Owner', to: 'published', isUndone: false, isOwn: true },
  })
  expect((await moderateByMail(token, 'deleted')).outcomes).toEqual([])
  expect(await statusOf(id)).toBe('published')
})

test('allows one of two simultaneous verdicts', async () => {
  const { id, token } = await mailed()
  const results = await Promise.all([moderateByMail(token, 'spam'), moderateByMail(token, 'spam')])
  expect(results.flatMap(({ outcomes }) => outcomes.filter(({ done }) => done))).toHaveLength(1)
  expect(await db().commentJudgement.count({ where: { commentId: id } })).toBe(1)
})

test('a link stays used up after the decision is undone', async () => {
  const { id, token } = await mailed()
  const [done] = (await moderateByMail(token, 'published')).outcomes
  if (done?.done) await undoJudgements(owner, [done.judgementId])
  expect(await getMailedComment(token)).toMatchObject({ decision: { isUndone: true } })
  expect((await moderateByMail(token, 'published')).outcomes).toEqual([])
  expect(await statusOf(id)).toBe('pending')
})

test('a decision by another recipient does not use up the link', async () => {
  const { id, token } = await mailed()
  const other = await addActor('moderator', 'Mo Moderator')
  const theirs = moderationToken({
    staffId: other.staffId,
    commentId: id,
    status: 'pending',
    text: quoteDigest('Held words', null),
    sentAt: new Date(),
  })
  expect((await moderateByMail(token, 'published')).outcomes).toMatchObject([{ done: true }])
  expect(await getMailedComment(theirs)).toMatchObject({
    isUnchanged: true,
    status: 'published',
    decision: { by: 'Olivia Owner', to: 'published', isOwn: false },
  })
  expect((await moderateByMail(theirs, 'spam')).outcomes).toMatchObject([{ done: true }])
  expect((await moderateByMail(theirs, 'published')).outcomes).toEqual([])
  expect((await moderateByMail(token, 'published')).outcomes).toEqual([])
  const by = await db().commentJudgement.findMany({
    where: { commentId: id },
    orderBy: { id: 'asc' },
  })
  expect(by.map(({ staffId }) => staffId)).toEqual([owner.staffId, other.staffId])
})

test('a decision in the admin area uses up the link, unless it precedes the e-mail', async () => {
  const first = await mailed()
  await moderateComments(owner, [await getCommentVersion(owner, first.id)], 'spam')
  expect((await moderateByMail(first.token, 'published')).outcomes).toEqual([])

  const { id } = await mailed()
  const before = await moderateComments(owner, [await getCommentVersion(owner, id)], 'spam')
  await undoJudgements(
    owner,
    before.flatMap((one) => (one.done ? [one.judgementId] : [])),
  )
  const token = moderationToken({
    staffId: owner.staffId,
    commentId: id,
    status: 'pending',
    text: quoteDigest('Held words', null),
    sentAt: new Date(Date.now() + 1_000),
  })
  expect((await moderateByMail(token, 'published')).outcomes).toMatchObject([{ done: true }])
})

test('does not moderate text that the e-mail did not quote', async () => {
  const { id, token } = await mailed()
  await db().comment.update({ where: { id }, data: { content: 'Buy this' } })
  expect(await getMailedComment(token)).toMatchObject({ isUnchanged: false })
  expect((await moderateByMail(token, 'published')).outcomes).toEqual([])
  expect(await statusOf(id)).toBe('pending')
})

test('rejects expired and forged links', async () => {
  const expired = await mailed({ sentAt: new Date(Date.now() - moderationLinkDays * 86_400_001) })
  await expect(moderateByMail(expired.token, 'published')).rejects.toMatchObject({
    code: 'link-expired',
    detail: 'This link expired after 14 days.',
  })
  const { id, token } = await mailed()
  for (const forged of ['', 'x', `${token}x`, token.replace(/^./, 'A')])
    await expect(moderateByMail(forged, 'published')).rejects.toMatchObject({
      code: 'link-invalid',
    })
  expect(await statusOf(id)).toBe('pending')
})

test('rejects links of recipients who may no longer moderate the comment', async () => {
  const limited = await addActor('moderator', 'Lia Limited')
  const { token } = await mailed({ staffId: limited.staffId })
  expect((await getMailedComment(token)).authorName).toBe('Ada')
  await db().$executeRaw`UPDATE staff SET site_ids = '{7}' WHERE id = ${limited.staffId}`
  await expect(moderateByMail(token, 'published')).rejects.toMatchObject({ code: 'not-found' })
  await db().$executeRaw`UPDATE staff SET site_ids = '{0, 7}' WHERE id = ${limited.staffId}`
  expect((await moderateByMail(token, 'published')).outcomes).toMatchObject([{ done: true }])

  const other = await mailed({ staffId: limited.staffId })
  await db().staff.delete({ where: { id: limited.staffId } })
  await expect(moderateByMail(other.token, 'published')).rejects.toMatchObject({
    code: 'not-found',
  })
})
