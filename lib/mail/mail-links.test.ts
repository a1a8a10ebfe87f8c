import { beforeEach, describe, expect, test } from 'vitest'
import { sign } from '@/lib/crypto/sign'
import { db } from '@/lib/db/client'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { deleteOldMails } from './delete-old-mails'
import { type AddressIdentity, unsubscribeToken, verificationToken } from './mail-links'
import { addressProof, encryptAddress, isAddressProven, proofSeconds } from './reader-address'
import { getSubscription, setSubscribed } from './unsubscribe'
import { getAddressToVerify, verifyAddress } from './verify-address'

await ownDatabase()
process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const post = await addPost('hello')

let ada: AddressIdentity
let first: number
let second: number
const add = async (addressId: number, content: string) =>
  (
    await db().comment.create({
      data: { postId: post.id, status: 'published', authorName: 'Ada', content, addressId },
    })
  ).id
const verifiedIds = async () =>
  (
    await db().comment.findMany({ where: { verifiedAt: { not: null } }, orderBy: { id: 'asc' } })
  ).map(({ id }) => id)

beforeEach(async () => {
  await db().comment.deleteMany()
  await db().readerAddress.deleteMany()
  ada = await db().readerAddress.create({ data: encryptAddress('ada@example.org') })
  first = await add(ada.id, 'first')
  second = await add(ada.id, 'second')
})

const payload = (token: string) => token.split('.').slice(0, -1).join('.')

/** Strings that are not valid links. */
const forged = (good: string, other: string) => [
  '',
  'x',
  good.slice(0, -1),
  `${good}x`,
  good.replace(/^\d+/, (id) => String(Number(id) + 1)),
  other,
  good.replaceAll('.', ''),
  `${payload(good)}.${sign('edit-comment', payload(good))}`,
  'a.'.repeat(5_000),
  `${good}\r\n`,
]

describe('the verification link', () => {
  const token = (at?: Date) => verificationToken(ada, first, at)

  test('shows its comment and others of the address, and changes nothing when opened', async () => {
    const page = await getAddressToVerify(token())
    expect(page).toMatchObject({ commentId: first, comments: [{ id: first }, { id: second }] })
    expect(page.comments.some(({ isVerified }) => isVerified)).toBe(false)
    expect(await verifiedIds()).toEqual([])
  })

  test('confirms the selected comments and no others', async () => {
    const bob = await db().readerAddress.create({ data: encryptAddress('bob@example.org') })
    const others = await add(bob.id, 'not hers')
    const { slugs } = await verifyAddress(token(), [first, others])
    expect(slugs).toEqual(['hello'])
    expect(await verifiedIds()).toEqual([first])
  })

  test('succeeds again when used twice', async () => {
    await verifyAddress(token(), [first])
    expect((await getAddressToVerify(token())).comments[0]).toMatchObject({ isVerified: true })
    expect((await verifyAddress(token(), [first])).slugs).toEqual([])
    expect(await verifiedIds()).toEqual([first])
  })

  test('expires after seven days', async () => {
    const old = token(new Date(Date.now() - 7 * 86_400_000 - 1_000))
    const fresh = token(new Date(Date.now() - 7 * 86_400_000 + 60_000))
    await expect(getAddressToVerify(old)).rejects.toMatchObject({ code: 'link-expired' })
    await expect(verifyAddress(old, [first])).rejects.toMatchObject({ code: 'link-expired' })
    expect((await verifyAddress(fresh, [first])).slugs).toEqual(['hello'])
  })

  test('is rejected if forged, truncated or made for another purpose', async () => {
    for (const given of forged(token(), unsubscribeToken(ada))) {
      await expect(verifyAddress(given, [first]), given.slice(0, 100)).rejects.toMatchObject({
        code: 'link-invalid',
      })
      await expect(getAddressToVerify(given)).rejects.toMatchObject({ code: 'link-invalid' })
    }
    expect(await verifiedIds()).toEqual([])
  })

  test('is rejected for a deleted address and for one of another database', async () => {
    const given = token()
    await db().readerAddress.update({ where: { id: ada.id }, data: { createdAt: new Date(0) } })
    await expect(verifyAddress(given, [first])).rejects.toMatchObject({ code: 'link-invalid' })
  })
})

describe('the unsubscribe link', () => {
  test('is idempotent and can subscribe again', async () => {
    const token = unsubscribeToken(ada)
    expect(await getSubscription(token)).toEqual({ isSubscribed: true })
    await setSubscribed(token, false)
    await setSubscribed(token, false)
    expect(await getSubscription(token)).toEqual({ isSubscribed: false })
    await setSubscribed(token, true)
    expect(await getSubscription(token)).toEqual({ isSubscribed: true })
  })

  test('is rejected if forged, truncated or made for another purpose', async () => {
    for (const given of forged(unsubscribeToken(ada), verificationToken(ada, first))) {
      await expect(setSubscribed(given, false), given.slice(0, 100)).rejects.toMatchObject({
        code: 'link-invalid',
      })
    }
    expect(await getSubscription(unsubscribeToken(ada))).toEqual({ isSubscribed: true })
  })
})

test("limits a browser's proof to one address and a year, without revealing the address", () => {
  const proof = addressProof(encryptAddress('ada@example.org').hash)
  expect(proof).not.toContain('ada')
  expect(isAddressProven(proof, 'Ada@Example.org')).toBe(true)
  expect(isAddressProven(proof, 'bob@example.org')).toBe(false)
  expect(isAddressProven(undefined, 'ada@example.org')).toBe(false)
  expect(isAddressProven(`${proof}x`, 'ada@example.org')).toBe(false)
  expect(isAddressProven(proof.replace(/\.\d+\./, '.99999999999.'), 'ada@example.org')).toBe(false)
  expect(
    isAddressProven(proof, 'ada@example.org', new Date(Date.now() + (proofSeconds + 1) * 1_000)),
  ).toBe(false)
})

test('deletes an unreferenced address after a day, but not an unsubscribed one', async () => {
  const old = { createdAt: new Date(Date.now() - 2 * 86_400_000) }
  await db().readerAddress.create({ data: { ...encryptAddress('orphan@example.org'), ...old } })
  await db().readerAddress.create({
    data: { ...encryptAddress('asked@example.org'), ...old, verificationSentAt: new Date() },
  })
  await db().readerAddress.create({
    data: { ...encryptAddress('left@example.org'), ...old, unsubscribedAt: new Date() },
  })
  expect(await deleteOldMails()).toBe(1)
  expect(await db().readerAddress.count()).toBe(3)
})

test('deletes an e-mail not attempted for a week, but not one with a pending attempt', async () => {
  await db().outboxMail.deleteMany()
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  await db().outboxMail.create({
    data: { kind: 'flood', createdAt: ago(8), nextAttemptAt: ago(8) },
  })
  const { id } = await db().outboxMail.create({
    data: { kind: 'flood', createdAt: ago(8), nextAttemptAt: ago(1) },
  })
  await deleteOldMails()
  expect(await db().outboxMail.findMany()).toMatchObject([{ id }])
})
