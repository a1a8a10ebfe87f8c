import { expect, test, vi } from 'vitest'
import { ownDatabase } from '@/test/database/database'

await ownDatabase()
const older = 'older test secret of at least 32 characters'
const newer = 'newer test secret of at least 32 characters'

/** Loads the application as a process with these secrets. */
async function loadWith(secrets: string) {
  vi.resetModules()
  vi.stubEnv('AUTH_SECRET', secrets)
  const [
    { db },
    { addComment },
    { reencryptAddresses },
    { addPost },
    { encryptAddress },
    links,
    leaving,
    verifying,
  ] = await Promise.all([
    import('@/lib/db/client'),
    import('@/lib/comments/writing/add-comment'),
    import('./reencrypt-addresses'),
    import('@/test/database/add-rows'),
    import('./reader-address'),
    import('./mail-links'),
    import('./unsubscribe'),
    import('./verify-address'),
  ])
  const write = () =>
    addComment({
      slug: 'hello',
      content: 'Words.',
      author_name: 'Ada',
      author_email: 'ada@example.org',
    })
  return {
    db,
    addPost,
    reencryptAddresses,
    encryptAddress,
    write,
    ...links,
    ...leaving,
    ...verifying,
  }
}

test('finds an address under a rotated secret and re-encrypts it under the first one', async () => {
  const before = await loadWith(older)
  await before.addPost('hello')
  await before.write()
  const during = await loadWith(`${newer},${older}`)
  await during.write()
  expect(await during.db().readerAddress.count()).toBe(1)
  expect(await during.reencryptAddresses()).toBe(1)
  expect(await during.reencryptAddresses()).toBe(0)
  const after = await loadWith(newer)
  await after.write()
  const rows = await after.db().readerAddress.findMany()
  expect(rows.map(({ hash }) => hash)).toEqual([after.encryptAddress('ada@example.org').hash])
})

test('merges two rows of one address and keeps its settings', async () => {
  const before = await loadWith(older)
  await before.db().readerAddress.deleteMany()
  await before.write()
  await before.db().readerAddress.updateMany({ data: { unsubscribedAt: new Date() } })
  const { id: addressId } = await before.db().readerAddress.findFirstOrThrow()
  const comment = await before.db().comment.findFirstOrThrow()
  await before.db().threadFollow.create({ data: { addressId, threadId: comment.postId } })
  await before.db().followedComment.create({ data: { addressId, commentId: comment.id } })
  const during = await loadWith(`${newer},${older}`)
  const { id } = await during
    .db()
    .readerAddress.create({ data: during.encryptAddress('ada@example.org') })
  expect(await during.reencryptAddresses()).toBe(1)
  const rows = await during.db().readerAddress.findMany({
    where: { mergedIntoId: null },
    include: { comments: true, follows: true, followedComments: true },
  })
  expect(rows).toMatchObject([
    {
      id,
      unsubscribedAt: expect.any(Date),
      comments: [{ authorName: 'Ada' }],
      follows: [{ threadId: comment.postId }],
      followedComments: [{ commentId: comment.id }],
    },
  ])
})

test('accepts links that were mailed before a merge', async () => {
  const before = await loadWith(older)
  await before.db().readerAddress.deleteMany()
  const { comment } = await before.write()
  const named = await before.db().readerAddress.findFirstOrThrow()
  const verification = before.verificationToken(named, comment.id)
  const leaving = before.unsubscribeToken(named)
  const askedAt = new Date(Date.now() - 60_000)
  await before.db().readerAddress.updateMany({ data: { verificationSentAt: askedAt } })
  const during = await loadWith(`${newer},${older}`)
  const kept = await during
    .db()
    .readerAddress.create({ data: during.encryptAddress('ada@example.org') })
  expect(await during.reencryptAddresses()).toBe(1)
  expect(await during.reencryptAddresses()).toBe(0)

  const row = () => during.db().readerAddress.findUniqueOrThrow({ where: { id: kept.id } })
  // The merge keeps the hour between two verifications.
  expect((await row()).verificationSentAt).toEqual(askedAt)
  expect((await during.getAddressToVerify(verification)).comments).toMatchObject([
    { id: comment.id },
  ])
  await during.verifyAddress(verification, [comment.id])
  expect((await row()).verifiedAt).toBeInstanceOf(Date)
  expect(await during.getSubscription(leaving)).toEqual({ isSubscribed: true })
  await during.setSubscribed(leaving, false)
  expect((await row()).unsubscribedAt).toBeInstanceOf(Date)
  expect(await during.getSubscription(leaving)).toEqual({ isSubscribed: false })
  // The merged rows are deleted with the address.
  await during.db().readerAddress.delete({ where: { id: kept.id } })
  expect(await during.db().readerAddress.count({ where: { mergedIntoId: { not: null } } })).toBe(0)
})
