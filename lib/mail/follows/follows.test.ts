import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { getCommentVersion } from '@/lib/comments/moderation/comment-version'
import { moderateComments } from '@/lib/comments/moderation/moderate-comments'
import { addComment } from '@/lib/comments/writing/add-comment'
import { db } from '@/lib/db/client'
import { deleteOldMails } from '@/lib/mail/delete-old-mails'
import { verificationToken } from '@/lib/mail/mail-links'
import { addressProof, encryptAddress } from '@/lib/mail/reader-address'
import { sendDueMails } from '@/lib/mail/send-due-mails'
import { getSubscription, setSubscribed } from '@/lib/mail/unsubscribe'
import { getAddressToVerify, verifyAddress } from '@/lib/mail/verify-address'
import { eraseReaderData } from '@/lib/readers/erase-reader-data'
import { getReaderData } from '@/lib/readers/get-reader-data'
import { addActor } from '@/test/authorisation/actors'
import { addPage, addPost, addComment as addRow, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { startMailServer } from '@/test/servers/mail-server'
import { followsMax, followThread } from './follow-thread'
import { queueDigests } from './queue-digests'

await ownDatabase()
const server = await startMailServer()
afterAll(server.stop)
const origin = 'https://blog.example.org'
Object.assign(process.env, {
  SMTP_URL: server.url,
  SITE_URL: origin,
  OWNER_EMAIL: 'owner@example.org',
  AUTH_SECRET: 'test secret of at least 32 characters',
})
const ada = 'ada@reader.example'
const bob = 'bob@reader.example'
const hourMs = 3_600_000
const moderator = await addActor('moderator')
const { id: siteId } = await addSite(['https://garden.example'], { name: 'Garden' })

let postId = 0
beforeEach(async () => {
  server.behave('taking')
  await db().post.deleteMany()
  await db().thread.deleteMany()
  await db().outboxMail.deleteMany()
  await db().readerAddress.deleteMany()
  server.forget()
  postId = (await addPost('hello', { title: 'Hello' })).id
})

const write = async (
  content: string,
  fields: { slug?: string; author_email?: string; parent_id?: number } = {},
) => (await addComment({ slug: 'hello', content, author_name: 'Grace', ...fields })).comment.id

/** Adds a confirmed address that follows threads. */
async function addFollower(address: string, ...slugs: string[]): Promise<number> {
  const { id, hash } = await db().readerAddress.create({
    data: { ...encryptAddress(address), verifiedAt: new Date() },
  })
  for (const slug of slugs) await followThread(slug, address, addressProof(hash))
  return id
}

/** Sends what is due, and returns the e-mails to an address since the last call. */
async function mailsTo(address: string) {
  await sendDueMails()
  const found = server.mails.filter(({ recipients }) => recipients[0] === address)
  server.forget()
  return found.map(({ mail }) => ({ ...mail, subject: mail.subject ?? '', text: mail.text ?? '' }))
}

/** Pretends that all e-mails were sent earlier. */
const pretendSent = (msAgo: number) =>
  db().outboxMail.updateMany({
    where: { sentAt: { not: null } },
    data: { sentAt: new Date(Date.now() - msAgo) },
  })

const tokenIn = (text: string, words: string) =>
  new URL(text.split(words)[1]?.split('\n')[1] ?? '').searchParams.get('token') ?? ''

describe('an address', () => {
  test('is confirmed once for all threads', async () => {
    await addPost('other', { title: 'Other' })
    await followThread('hello', ada)
    await followThread('hello', ada)
    const [mail, ...others] = await mailsTo(ada)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Confirm your address for Afterword')
    expect(mail?.text).toContain('to follow the comments on “Hello”')
    const token = tokenIn(mail?.text ?? '', 'Confirm your address')
    await write('Before the confirmation.')
    expect(await mailsTo(ada)).toEqual([])

    await followThread('other', ada)
    expect(await getAddressToVerify(token)).toMatchObject({
      commentId: 0,
      comments: [],
      follows: [{ title: 'Hello', isVerified: false }, { title: 'Other' }],
    })
    const { proof } = await verifyAddress(token, [])
    expect((await getAddressToVerify(token)).follows).toMatchObject([{ isVerified: true }, {}])
    await db().readerAddress.updateMany({ data: { verificationSentAt: new Date(0) } })
    await addPost('third')
    await followThread('third', ada, proof)
    await write('After the confirmation.')
    const digests = await mailsTo(ada)
    expect(digests.map(({ subject }) => subject)).toEqual(['New comments on “Hello”'])
    expect(digests[0]?.text).not.toContain('Before the confirmation.')
  })

  test('is asked to confirm its follows, even after an e-mail about a comment', async () => {
    await write('A comment.', { author_email: ada })
    await followThread('hello', ada)
    await followThread('hello', ada)
    const mails = (await mailsTo(ada)).map(({ text }) => text)
    expect(mails.map((text) => text.includes('to follow the comments'))).toEqual([false, true])
    await verifyAddress(tokenIn(mails[1] ?? '', 'Confirm your address'), [])
    expect(await db().threadFollow.findMany()).toMatchObject([{ confirmedAt: expect.any(Date) }])
  })

  test('that someone else entered gets nothing but a request to confirm', async () => {
    const identity = await db().readerAddress.create({
      data: { ...encryptAddress(ada), verifiedAt: new Date() },
    })
    await followThread('hello', ada)
    await write('News.')
    const mails = await mailsTo(ada)
    expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your address for Afterword'])
    const comment = await addRow(postId)
    await db().comment.update({ where: { id: comment }, data: { addressId: identity.id } })
    await verifyAddress(verificationToken(identity, comment), [comment])
    expect(await db().threadFollow.findMany()).toMatchObject([{ confirmedAt: null }])
    await verifyAddress(tokenIn(mails[0]?.text ?? '', 'Confirm your address'), [])
    expect(await db().threadFollow.findMany()).toMatchObject([{ confirmedAt: expect.any(Date) }])
  })

  test('gets no mail after unsubscribing, even if someone enters it again', async () => {
    const id = await addFollower(ada)
    await db().readerAddress.update({
      where: { id },
      data: { unsubscribedAt: new Date(), verifiedAt: null },
    })
    await followThread('hello', ada)
    await write('New.')
    expect(await mailsTo(ada)).toEqual([])
    await db().readerAddress.update({ where: { id }, data: { verifiedAt: new Date() } })
    await write('Newer.')
    expect(await mailsTo(ada)).toEqual([])
    expect(await db().followedComment.count()).toBe(0)
  })

  test('follows a limited number of threads', async () => {
    const addressId = await addFollower(ada)
    for (let count = 0; count < followsMax; count++) {
      const threadId = await addPage(siteId, `garden.example/${count}`)
      await db().threadFollow.create({ data: { addressId, threadId } })
    }
    expect(await followThread('hello', ada)).toBe('hello')
    expect(await db().threadFollow.count()).toBe(followsMax)
  })

  test('is deleted with its follows unless it is confirmed within a week', async () => {
    await followThread('hello', ada)
    await addFollower(bob, 'hello')
    const age = (days: number) => new Date(Date.now() - days * 86_400_000)
    const pretendAge = async (days: number) => {
      const data = { createdAt: age(days) }
      await db().threadFollow.updateMany({ data })
      await db().outboxMail.deleteMany()
      await db().readerAddress.updateMany({ data: { ...data, verificationSentAt: age(days) } })
    }
    await pretendAge(6)
    await deleteOldMails()
    expect(await db().threadFollow.count()).toBe(2)
    await pretendAge(8)
    await deleteOldMails()
    expect(await db().threadFollow.count()).toBe(1)
    expect(await db().readerAddress.count()).toBe(1)
  })
})

test('only public posts and pages can be followed', async () => {
  await addPost('draft', { draft: true })
  for (const slug of ['draft', 'nowhere', 'garden.example/nowhere'])
    await expect(followThread(slug, ada)).rejects.toMatchObject({ code: 'not-found' })
  expect(await db().readerAddress.count()).toBe(0)
})

describe('a digest', () => {
  test('lists the new comments of all followed threads, and can be stopped', async () => {
    const url = 'https://garden.example/roses/'
    await addPage(siteId, 'garden.example/roses', { title: 'Roses', url })
    await addFollower(ada, 'hello', 'garden.example/roses')
    await addFollower(bob, 'hello')
    const first = await write('First words.')
    const second = await write('Second *words*.')
    const third = await write('About roses.', { slug: 'garden.example/roses' })
    const [mail] = await mailsTo(ada)
    expect(mail?.subject).toBe('New comments on 2 pages')
    const text = mail?.text ?? ''
    const parts = [
      'New comments on “Hello”:',
      '> Grace: First words.',
      `${origin}/posts/hello/comments/${first}#comment-${first}`,
      '> Grace: Second *words*.',
      `/comments/${second}#comment-${second}`,
      'Stop following “Hello”:',
      'New comments on “Roses · Garden”:',
      '> Grace: About roses.',
      `${url}#comment-${third}`,
      'Stop following “Roses · Garden”:',
      'Unsubscribe from Afterword:',
    ]
    const places = parts.map((part) => text.indexOf(part))
    expect(places).toEqual([...places].sort((one, other) => one - other))
    expect(places).not.toContain(-1)
    const headers = Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]))
    expect(headers).toMatchObject({
      'list-unsubscribe': expect.stringMatching(/^<https:\/\/blog\.example\.org\/api\/unsubscribe/),
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    })

    const token = tokenIn(text, 'Stop following “Hello”:')
    expect(await getSubscription(token)).toEqual({ isSubscribed: true, title: 'Hello' })
    await pretendSent(hourMs)
    await write('Third words.')
    await write('More about roses.', { slug: 'garden.example/roses' })
    // Unfollowing also applies to comments that already wait for the next digest.
    await setSubscribed(token, false)
    expect(await getSubscription(token)).toEqual({ isSubscribed: false, title: 'Hello' })
    expect((await mailsTo(ada)).map(({ subject }) => subject)).toEqual([
      'New comments on “Roses · Garden”',
    ])
    await setSubscribed(token, true)
    expect(await getSubscription(token)).toMatchObject({ isSubscribed: true })
    await db().post.delete({ where: { id: postId } })
    await expect(getSubscription(token)).rejects.toMatchObject({ code: 'link-invalid' })
    await setSubscribed(token, true)
  })

  test('is sent at most once an hour, with all comments since the last one', async () => {
    await addFollower(ada, 'hello')
    await write('First.')
    expect(await mailsTo(ada)).toHaveLength(1)
    await write('Second.')
    await write('Third.')
    expect(await mailsTo(ada)).toEqual([])
    const digests = () => db().outboxMail.count({ where: { kind: 'digest' } })
    await queueDigests(new Date(Date.now() + hourMs - 60_000))
    expect(await digests()).toBe(1)
    await Promise.all([1, 2, 3].map(() => queueDigests(new Date(Date.now() + hourMs + 60_000))))
    expect(await digests()).toBe(2)
    await db().outboxMail.updateMany({ data: { nextAttemptAt: new Date(0) } })
    const [mail] = await mailsTo(ada)
    expect(mail?.text).not.toContain('First.')
    expect(mail?.text).toMatch(/Second\..*Third\./s)
    expect(await db().followedComment.count()).toBe(0)
  })

  test('waits for an earlier one while the mail server is unavailable', async () => {
    await addFollower(ada, 'hello')
    await server.stop()
    await write('First.')
    await sendDueMails()
    await write('Second.')
    await queueDigests(new Date(Date.now() + 2 * hourMs))
    expect(await db().outboxMail.count({ where: { kind: 'digest' } })).toBe(1)
    await server.start()
    await db().outboxMail.updateMany({ data: { nextAttemptAt: new Date(0), leaseUntil: null } })
    expect((await mailsTo(ada)).map(({ text }) => /Second/.test(text))).toEqual([false])
    await pretendSent(hourMs)
    expect((await mailsTo(ada)).map(({ text }) => /Second/.test(text))).toEqual([true])
  })

  test('omits own comments, and replies of which the reader is notified', async () => {
    const addressId = await addFollower(ada, 'hello')
    const own = await write('Own.', { author_email: ada })
    expect((await mailsTo(ada)).map(({ subject }) => subject)).toEqual([
      'Confirm your address for Afterword',
    ])
    await db().comment.update({ where: { id: own }, data: { verifiedAt: new Date() } })
    await write('A reply.', { parent_id: own })
    expect((await mailsTo(ada)).map(({ subject }) => subject)).toEqual([
      'New reply to your comment on “Hello”',
    ])
    // Nobody has confirmed that they wrote this comment, so its address gets no notice of replies.
    const unconfirmed = await addRow(postId)
    await db().comment.update({ where: { id: unconfirmed }, data: { addressId } })
    await write('Another reply.', { parent_id: unconfirmed })
    expect((await mailsTo(ada)).map(({ text }) => /Another reply/.test(text))).toEqual([true])
  })

  test('contains a held comment once it is approved, unless it was public before', async () => {
    await addFollower(ada, 'hello')
    const judge = async (id: number, verdict: 'published' | 'pending') =>
      moderateComments(moderator, [await getCommentVersion(moderator, id)], verdict)
    const held = await addRow(postId, { status: 'pending', content: 'Held for a while.' })
    await judge(held, 'published')
    expect((await mailsTo(ada)).map(({ text }) => /Held for a while/.test(text))).toEqual([true])
    await pretendSent(hourMs)
    await judge(held, 'pending')
    await judge(held, 'published')
    expect(await mailsTo(ada)).toEqual([])
  })

  test('omits comments that are no longer public, and is not sent without any', async () => {
    await addFollower(ada, 'hello')
    const removed = await write('Removed.')
    await write('Still there.')
    await db().comment.update({ where: { id: removed }, data: { status: 'deleted' } })
    const [mail] = await mailsTo(ada)
    expect(mail?.text).toContain('Still there.')
    expect(mail?.text).not.toContain('Removed.')
    await pretendSent(hourMs)
    await write('On a draft.')
    await db().post.update({ where: { id: postId }, data: { draft: true } })
    expect(await mailsTo(ada)).toEqual([])
    await db().post.update({ where: { id: postId }, data: { draft: false } })
    await write('On a deleted post.')
    await db().post.delete({ where: { id: postId } })
    await db().thread.deleteMany({ where: { id: postId } })
    expect(await mailsTo(ada)).toEqual([])
    expect(await db().threadFollow.count()).toBe(0)
  })

  test('counts the comments beyond twenty', async () => {
    await addFollower(ada, 'hello')
    for (let count = 1; count <= 22; count++) await write(`Number ${count}.`)
    const [mail] = await mailsTo(ada)
    expect(mail?.text).toContain('Number 20.')
    expect(mail?.text).not.toContain('Number 21.')
    expect(mail?.text).toContain('There are 2 more new comments.')
  })

  test('is in the language of the site', async () => {
    await db().site.update({ where: { id: siteId }, data: { language: 'ar' } })
    await addPage(siteId, 'garden.example/roses', { title: 'Roses' })
    await addFollower(ada, 'garden.example/roses')
    await write('About roses.', { slug: 'garden.example/roses' })
    await followThread('garden.example/roses', bob)
    expect((await mailsTo(ada))[0]?.html).toContain('<html lang="ar" dir="rtl">')
    await db().site.update({ where: { id: siteId }, data: { language: 'en' } })
  })
})

test('deleting a site deletes its follows', async () => {
  const { id } = await addSite(['https://gone.example'])
  await addPage(id, 'gone.example/page')
  await addFollower(ada, 'gone.example/page')
  await db().site.delete({ where: { id } })
  expect(await db().threadFollow.count()).toBe(0)
})

test('the reader’s data contains their follows, and erasing it deletes them', async () => {
  const claim = { addressIds: [await addFollower(ada, 'hello')], commentIds: [] }
  await write('New.')
  expect(await getReaderData(claim)).toMatchObject({
    addresses: [{ address: ada }],
    follows: [{ post: { slug: 'hello', title: 'Hello' }, followed_at: expect.any(Date) }],
  })
  // Erasing a comment does not prove that the address is the reader's.
  const commentIds = [await write('Own.', { author_email: ada })]
  await eraseReaderData({ addressIds: [], commentIds })
  expect(await db().threadFollow.count()).toBe(1)
  await eraseReaderData(claim)
  expect(await db().threadFollow.count()).toBe(0)
  expect(await db().readerAddress.count()).toBe(0)
  expect(await mailsTo(ada)).toEqual([])
})
