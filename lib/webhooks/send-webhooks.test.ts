import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getCommentVersion } from '@/lib/comments/moderation/comment-version'
import { moderateComments } from '@/lib/comments/moderation/moderate-comments'
import type { Judgement } from '@/lib/comments/moderation/moderation'
import { undoJudgements } from '@/lib/comments/moderation/undo-judgements'
import { addComment } from '@/lib/comments/writing/add-comment'
import { deleteComment, editComment } from '@/lib/comments/writing/own-comment'
import { reportComment, reportsToHold } from '@/lib/comments/writing/report-comment'
import { db } from '@/lib/db/client'
import { eraseReaderData } from '@/lib/readers/erase-reader-data'
import { deleteThread } from '@/lib/threads/admin/change-threads'
import { addActor } from '@/test/authorisation/actors'
import { blockOf } from '@/test/comments/screening'
import { addPage, addPost, addComment as addRow, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { findUndescribedEvent } from '@/test/described-responses'
import { startWebhookReceiver } from '@/test/servers/webhook-receiver'
import { deleteOldWebhooks, endWebhooks, leaseDueWebhook } from './due-webhooks'
import { sendDueWebhooks } from './send-webhooks'
import { newWebhookSecret } from './sign-webhook'

await ownDatabase()
process.env.AUTH_SECRET = 'test secret of at least 32 characters'

const secret = newWebhookSecret()
const receiver = await startWebhookReceiver(secret)
const other = await startWebhookReceiver(secret)
afterAll(receiver.stop)
afterAll(other.stop)

const owner = await addActor('owner')
const moderator = await addActor('moderator')
const slug = 'blog.example.org/hello'
const { id: siteId } = await addSite(['https://blog.example.org'], { webhookSecret: secret })
const pageId = await addPage(siteId, slug, { url: 'https://blog.example.org/hello/' })
const { id: otherSiteId } = await addSite(['https://other.example'], {
  webhookSecret: secret,
  webhookUrl: other.url,
})
const otherPageId = await addPage(otherSiteId, 'other.example/hello')

beforeEach(async () => {
  await db().comment.deleteMany()
  await db().webhookDelivery.deleteMany()
  await db().site.update({ where: { id: siteId }, data: { webhookUrl: receiver.url } })
  for (const one of [receiver, other]) {
    one.behave(204)
    one.forget()
  }
})

afterEach(() => {
  for (const { body } of [...receiver.received, ...other.received])
    expect(findUndescribedEvent(body)).toEqual([])
})

const write = (content = 'Some words.', fields: { author_email?: string } = {}) =>
  addComment({ slug, content, author_name: 'Ada', ...fields })

/** Sends due webhooks, and returns the types and texts that arrived. */
async function sent(): Promise<string[]> {
  receiver.forget()
  await sendDueWebhooks()
  return receiver.received.map(({ type, data }) => `${type}: ${data.comment.content}`)
}

async function judge(id: number, verdict: Judgement): Promise<number> {
  const [outcome] = await moderateComments(
    moderator,
    [await getCommentVersion(moderator, id)],
    verdict,
  )
  return outcome?.done ? outcome.judgementId : 0
}

describe('a webhook', () => {
  test('contains the public comment and its page, but no e-mail address', async () => {
    const { comment } = await write('Some *words*.', { author_email: 'ada@mail.example' })
    expect(await sendDueWebhooks()).toBe(1)
    expect(receiver.received).toMatchObject([
      {
        type: 'comment.published',
        data: { slug, url: 'https://blog.example.org/hello/', comment },
      },
    ])
    expect(receiver.received[0]?.body).not.toContain('mail.example')
    expect(await sendDueWebhooks()).toBe(0)
  })

  test('reports edits and deletions by the author', async () => {
    const { comment, editToken } = await write()
    expect(await sent()).toEqual(['comment.published: Some words.'])
    await editComment(comment.id, 'Other words.', editToken)
    expect(await sent()).toEqual(['comment.updated: Other words.'])
    await editComment(comment.id, 'Other words.', editToken)
    expect(await sent()).toEqual([])
    await deleteComment(comment.id, editToken)
    expect(await sent()).toEqual(['comment.deleted: '])
  })

  test('has the current state of the comment', async () => {
    const { comment, editToken } = await write()
    await deleteComment(comment.id, editToken)
    expect(await sent()).toEqual(['comment.published: ', 'comment.deleted: '])
  })

  test('does not publish the text of a comment that was held before it was sent', async () => {
    const { comment } = await write('Private words.')
    await judge(comment.id, 'pending')
    await sendDueWebhooks()
    expect(receiver.received).toHaveLength(2)
    for (const { body } of receiver.received) expect(body).not.toMatch(/Private words|Ada/)
  })

  test('reports held comments, and their publication once they are approved', async () => {
    await db().commentBlock.create({ data: blockOf('word', 'casino') })
    const { comment } = await write('A casino.')
    await db().commentBlock.deleteMany()
    expect(await sent()).toEqual(['comment.held: A casino.'])
    await judge(comment.id, 'published')
    expect(await sent()).toEqual(['comment.published: A casino.'])
  })

  test('is not sent for spam until the comment is approved', async () => {
    await db().commentBlock.create({ data: blockOf('word', 'casino', { verdict: 'spam' }) })
    const { comment } = await write('A casino.')
    await db().commentBlock.deleteMany()
    expect(await sent()).toEqual([])
    await judge(comment.id, 'published')
    expect(await sent()).toEqual(['comment.published: A casino.'])
    await judge(comment.id, 'spam')
    expect(await sent()).toEqual(['comment.deleted: '])
  })

  test('reports moderation and its reversal', async () => {
    const { comment } = await write()
    await sent()
    const judgement = await judge(comment.id, 'deleted')
    expect(await sent()).toEqual(['comment.deleted: '])
    await undoJudgements(moderator, [judgement])
    expect(await sent()).toEqual(['comment.published: Some words.'])
  })

  test('reports a comment that was removed by readers’ reports', async () => {
    const { comment } = await write()
    await sent()
    for (let n = 1; n < reportsToHold; n++) await reportComment(comment.id, `192.0.${n}.1`)
    expect(await sent()).toEqual([])
    await reportComment(comment.id, `192.0.${reportsToHold}.1`)
    expect(await sent()).toEqual(['comment.deleted: '])
  })

  test('reports an erasure, and no stored webhook keeps the erased text', async () => {
    const { comment } = await write('Erased words.')
    await eraseReaderData({ addressIds: [], commentIds: [comment.id] })
    expect(await sent()).toEqual(['comment.published: ', 'comment.deleted: '])
    expect(JSON.stringify(await db().webhookDelivery.findMany())).not.toContain('Erased words')
  })

  test('reports each public comment of a deleted page', async () => {
    const address = 'blog.example.org/deleted'
    const threadId = await addPage(siteId, address)
    const top = await addRow(threadId)
    const reply = await addRow(threadId, { parentId: top })
    for (const status of ['pending', 'spam', 'deleted'] as const)
      await addRow(threadId, { status, content: 'Private words.' })
    await db().webhookDelivery.deleteMany()
    await deleteThread(owner, { siteId, threadId })
    await sendDueWebhooks()
    expect(receiver.received.map(({ data }) => data.comment.id).toSorted()).toEqual([top, reply])
    for (const { body, type, data } of receiver.received) {
      expect([type, data.slug]).toEqual(['comment.deleted', address])
      expect(body).not.toMatch(/Some words|Private words|Ada/)
    }
  })

  test('is queued for more comments of a deleted page than one statement deletes', async () => {
    const threadId = await addPage(siteId, 'blog.example.org/large')
    await db().comment.createMany({
      data: Array.from({ length: 1_100 }, () => ({
        postId: threadId,
        status: 'published' as const,
        content: 'Some words.',
        authorName: 'Ada',
      })),
    })
    await db().webhookDelivery.deleteMany()
    await deleteThread(owner, { siteId, threadId })
    expect(await db().webhookDelivery.count({ where: { type: 'deleted' } })).toBe(1_100)
  })

  test('is sent neither for posts of the blog nor for imported comments', async () => {
    const post = await addPost('hello')
    await addRow(post.id)
    await addComment({ slug: 'hello', content: 'Some words.', author_name: 'Ada' })
    await db().$transaction([
      db().$executeRaw`SET LOCAL afterword.import = 'on'`,
      db().comment.create({
        data: { postId: pageId, status: 'published', content: 'Old.', authorName: 'Ada' },
      }),
    ])
    expect(await db().webhookDelivery.count()).toBe(0)
  })

  test('is not stored for a site without a webhook URL', async () => {
    await db().site.update({ where: { id: siteId }, data: { webhookUrl: '' } })
    await write()
    expect(await db().webhookDelivery.count()).toBe(0)
  })
})

describe('a delivery that fails', () => {
  const makeDue = () => db().webhookDelivery.updateMany({ data: { nextAttemptAt: new Date() } })

  test('is retried for a day, with growing delays and the same id', async () => {
    receiver.behave(500)
    await write()
    const delays: number[] = []
    for (;;) {
      const at = Date.now()
      await sendDueWebhooks()
      const { failure, nextAttemptAt, attempts } = await db().webhookDelivery.findFirstOrThrow()
      expect(receiver.received).toHaveLength(attempts)
      if (failure !== null) {
        expect(failure).toBe('status 500')
        break
      }
      delays.push((nextAttemptAt.getTime() - at) / 3_600_000)
      expect(await sendDueWebhooks()).toBe(0)
      await makeDue()
    }
    const rounded = delays.map((hours) => Number(hours.toFixed(2)))
    expect(rounded).toEqual([...rounded].sort((one, next) => one - next))
    const total = delays.reduce((sum, hours) => sum + hours, 0)
    expect(total).toBeGreaterThan(22)
    expect(total).toBeLessThan(25)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
  })

  test('succeeds once the receiver is reachable', async () => {
    const stopped = await startWebhookReceiver(secret)
    await stopped.stop()
    await db().site.update({ where: { id: siteId }, data: { webhookUrl: stopped.url } })
    await write()
    expect(await sendDueWebhooks()).toBe(0)
    await db().site.update({ where: { id: siteId }, data: { webhookUrl: receiver.url } })
    await makeDue()
    expect(await sent()).toEqual(['comment.published: Some words.'])
  })

  test('does not follow redirects', async () => {
    receiver.behave(307, other.url)
    await write()
    await sendDueWebhooks()
    expect(receiver.received).toHaveLength(1)
    expect(other.received).toEqual([])
    expect(await db().webhookDelivery.findFirst()).toMatchObject({ deliveredAt: null, attempts: 1 })
  })

  test('ends all deliveries of the site if the receiver is gone', async () => {
    receiver.behave(410)
    await write()
    await write('More words.')
    await sendDueWebhooks()
    await makeDue()
    expect(await sendDueWebhooks()).toBe(0)
    expect(receiver.received).toHaveLength(1)
    expect(await db().site.findUnique({ where: { id: siteId } })).toMatchObject({ webhookUrl: '' })
    expect(await db().site.findUnique({ where: { id: otherSiteId } })).toMatchObject({
      webhookUrl: other.url,
    })
  })

  test('sends to the URL that the owner entered while the old receiver was gone', async () => {
    await write()
    await endWebhooks(siteId, 'https://gone.example/hook', 'status 410')
    expect(await sent()).toEqual(['comment.published: Some words.'])
  })

  test('does not delay other sites while the receiver hangs', async () => {
    receiver.behave('hangs')
    for (let n = 0; n < 20; n++) await write(`Words ${n}.`)
    await addRow(otherPageId)
    const sending = sendDueWebhooks()
    await other.next()
    // A site gets one request at a time, so the receiver that hangs occupies one.
    expect(receiver.received.length).toBeLessThanOrEqual(1)
    receiver.behave(204)
    await receiver.next()
    receiver.release()
    expect(await sending).toBe(21)
  })

  test('a site gets one request at a time from all processes', async () => {
    for (let n = 0; n < 5; n++) await write(`Words ${n}.`)
    // The race is short: without a lock, a few of these rounds lease several webhooks.
    for (let round = 0; round < 50; round++) {
      const leased = await Promise.all(Array.from({ length: 10 }, leaseDueWebhook))
      expect(leased.filter((webhook) => webhook !== undefined)).toHaveLength(1)
      await db().webhookDelivery.updateMany({ data: { leaseUntil: null } })
    }
  })

  test('is continued by another process once the lease of a killed one has expired', async () => {
    await write()
    expect(await leaseDueWebhook()).toMatchObject({ attempts: 1 })
    expect(await sendDueWebhooks()).toBe(0)
    await db().webhookDelivery.updateMany({ data: { leaseUntil: new Date() } })
    expect(await sendDueWebhooks()).toBe(1)
    expect(await db().webhookDelivery.findFirst()).toMatchObject({ attempts: 2, leaseUntil: null })
  })
})

test('a call during a run sends webhooks queued since it started', async () => {
  receiver.behave('hangs')
  await write()
  const first = sendDueWebhooks()
  await receiver.next()
  await addRow(otherPageId)
  const second = sendDueWebhooks()
  await other.next()
  receiver.behave(204)
  receiver.release()
  // Either call may deliver the second webhook.
  const delivered = await Promise.all([first, second])
  expect(delivered.reduce((sum, count) => sum + count)).toBe(2)
})

test('deliveries are deleted after a week', async () => {
  await write()
  await sendDueWebhooks()
  expect(await deleteOldWebhooks()).toBe(0)
  const before = new Date(Date.now() - 8 * 86_400_000)
  await db().webhookDelivery.updateMany({ data: { createdAt: before } })
  expect(await deleteOldWebhooks()).toBe(1)
})
