import { beforeEach, describe, expect, test } from 'vitest'
import { addComment } from '@/lib/comments/writing/add-comment'
import { editComment } from '@/lib/comments/writing/own-comment'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { blockOf } from '@/test/comments/screening'
import { addPost, addComment as addRow } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { announcePublished, ownerMailsPerTenMinutes } from './announce-comment'
import { deleteOldMails, mailKeptDays } from './delete-old-mails'
import { verificationToken } from './mail-links'
import { encryptAddress } from './reader-address'
import { getAddressToVerify, verifyAddress } from './verify-address'

await ownDatabase()
Object.assign(process.env, {
  SMTP_URL: 'smtp://127.0.0.1:9',
  SITE_URL: 'https://blog.example.org',
  OWNER_EMAIL: 'owner@example.org',
  AUTH_SECRET: 'test secret of at least 32 characters',
})
const post = await addPost('hello')

beforeEach(async () => {
  await db().outboxMail.deleteMany()
  await db().comment.deleteMany()
  await db().readerAddress.deleteMany()
})

const write = (
  fields: {
    author_name?: string
    content?: string
    author_email?: string
    parent_id?: number
  } = {},
  writer = {},
) => addComment({ slug: 'hello', content: 'Some words.', author_name: 'Ada', ...fields }, writer)
const mails = (kind: string) => db().outboxMail.findMany({ where: { kind } })
const addReader = (address: string, fields = {}) =>
  db().readerAddress.create({
    data: { ...encryptAddress(address), verifiedAt: new Date(), ...fields },
  })
/** Adds a comment whose author has confirmed their address. */
const addVerified = async (addressId: number) =>
  (
    await db().comment.create({
      data: {
        postId: post.id,
        status: 'published',
        authorName: 'Ada',
        content: 'w',
        addressId,
        verifiedAt: new Date(),
      },
    })
  ).id

describe('queued e-mails', () => {
  test("adds the owner's e-mail together with the comment or not at all", async () => {
    const { comment } = await write()
    expect(await mails('comment-new')).toMatchObject([{ commentId: comment.id, sentAt: null }])
    await expect(write({ parent_id: 999_999 })).rejects.toThrow()
    expect(await db().outboxMail.count()).toBe(1)
  })

  test('does not notify the owner of staff comments', async () => {
    await write({}, { staff: await addActor('moderator') })
    expect(await db().outboxMail.count()).toBe(0)
  })

  test('notifies the owner of held edits, but not of spam', async () => {
    const words = (content: string) => `[url=https://a.example]${content}[/url]`
    await db().commentBlock.create({ data: blockOf('word', 'casino', { verdict: 'spam' }) })
    const { comment, editToken } = await write()
    await editComment(comment.id, words('casino'), editToken)
    expect(await db().comment.findUnique({ where: { id: comment.id } })).toMatchObject({
      waitingContent: words('casino'),
    })
    expect(await mails('comment-held')).toEqual([])
    await editComment(comment.id, words('shoes'), editToken)
    expect(await mails('comment-held')).toMatchObject([{ commentId: comment.id }])
    await db().commentBlock.deleteMany()
  })

  test(`sends the owner at most ${ownerMailsPerTenMinutes} e-mails in ten minutes`, async () => {
    for (let n = 0; n < ownerMailsPerTenMinutes + 3; n++) await write({ content: `Words ${n}` })
    expect(await mails('comment-new')).toHaveLength(ownerMailsPerTenMinutes)
  })

  test('sends at most one verification an hour per address', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        write({ content: `Words ${n}`, author_email: 'victim@example.org' }),
      ),
    )
    await write({ author_email: 'Victim@Example.org' })
    expect(await mails('verify-address')).toHaveLength(1)
    expect(await db().readerAddress.count()).toBe(1)
    await db().readerAddress.updateMany({
      data: { verificationSentAt: new Date(Date.now() - 3_601_000) },
    })
    await write({ author_email: 'victim@example.org' })
    expect(await mails('verify-address')).toHaveLength(2)
  })

  test('sends no verification to an unsubscribed address', async () => {
    await addReader('gone@example.org', { unsubscribedAt: new Date() })
    await write({ author_email: 'gone@example.org' })
    expect(await mails('verify-address')).toEqual([])
  })

  test('does not store the address of a comment on a closed post', async () => {
    await expect(
      addComment({
        slug: 'nowhere',
        content: 'w',
        author_name: 'A',
        author_email: 'a@example.org',
      }),
    ).rejects.toThrow()
    expect(await db().readerAddress.count()).toBe(0)
  })

  test('notifies the confirmed address of the parent once, and no other', async () => {
    const ada = await addReader('ada@example.org')
    const parentId = await addVerified(ada.id)
    const { comment } = await write({ parent_id: parentId })
    expect(await mails('reply')).toMatchObject([{ commentId: comment.id, addressId: ada.id }])
    await announcePublished(db(), [comment.id])
    expect(await mails('reply')).toHaveLength(1)
    // The author of the reply is not notified.
    await write({ parent_id: parentId, author_email: 'ada@example.org' })
    // The parent was not confirmed by the owner of the address.
    const unproven = await db().comment.create({
      data: {
        postId: post.id,
        status: 'published',
        authorName: 'B',
        content: 'w',
        addressId: ada.id,
      },
    })
    await write({ parent_id: unproven.id })
    // An unsubscribed reader is not notified.
    await db().readerAddress.update({ where: { id: ada.id }, data: { unsubscribedAt: new Date() } })
    await write({ parent_id: parentId })
    expect(await mails('reply')).toHaveLength(1)
  })

  test('notifies only the author of the comment replied to at the deepest level', async () => {
    let parentId: number | undefined
    for (let level = 1; level < 5; level++)
      parentId = await addRow(post.id, { ...(parentId && { parentId }) })
    const fifth = await addReader('fifth@example.org')
    const sixth = await addReader('sixth@example.org')
    const levels: number[] = []
    for (const { id: addressId } of [fifth, sixth]) {
      const verified = {
        postId: post.id,
        authorName: 'Ada',
        content: 'w',
        status: 'published' as const,
        addressId,
        verifiedAt: new Date(),
      }
      levels.push(
        (
          await db().comment.create({
            data: { ...verified, parentId: levels.at(-1) ?? parentId ?? null },
          })
        ).id,
      )
    }
    const [, deepest = 0] = levels
    const { comment } = await write({ parent_id: deepest })
    expect(await mails('reply')).toMatchObject([{ commentId: comment.id, addressId: sixth.id }])
    const held = await addRow(post.id, { parentId: levels[0] ?? 0, answeredId: deepest })
    await announcePublished(db(), [held])
    expect(await mails('reply')).toMatchObject([
      { addressId: sixth.id },
      { commentId: held, addressId: sixth.id },
    ])
  })

  test('sends the reply e-mail when a held reply is approved', async () => {
    const ada = await addReader('ada@example.org')
    const held = await addRow(post.id, { parentId: await addVerified(ada.id), status: 'pending' })
    await announcePublished(db(), [held])
    expect(await mails('reply')).toEqual([])
    await db().comment.update({ where: { id: held }, data: { status: 'published' } })
    await announcePublished(db(), [held])
    expect(await mails('reply')).toMatchObject([{ commentId: held, addressId: ada.id }])
  })
  test('sends the reply e-mail once, even if the reply is published again later', async () => {
    const ada = await addReader('ada@example.org')
    const { comment } = await write({ parent_id: await addVerified(ada.id) })
    const longAgo = new Date(Date.now() - (mailKeptDays + 1) * 86_400_000)
    await db().outboxMail.updateMany({ where: { kind: 'reply' }, data: { sentAt: longAgo } })
    expect(await deleteOldMails()).toBe(1)
    expect(await mails('reply')).toEqual([])
    await announcePublished(db(), [comment.id])
    expect(await mails('reply')).toEqual([])
  })

  test('shows a comment marked as spam since as pending to its author', async () => {
    const { comment } = await write({ author_email: 'ada@example.org' })
    const token = verificationToken(await db().readerAddress.findFirstOrThrow(), comment.id)
    await db().comment.update({ where: { id: comment.id }, data: { status: 'spam' } })
    expect((await getAddressToVerify(token)).comments).toMatchObject([
      { id: comment.id, status: 'pending' },
    ])
    expect(await verifyAddress(token, [comment.id])).toMatchObject({ slugs: [] })
    expect((await getAddressToVerify(token)).comments[0]?.isVerified).toBe(true)
    await db().comment.update({ where: { id: comment.id }, data: { status: 'deleted' } })
    expect((await getAddressToVerify(token)).comments).toEqual([])
  })
})
