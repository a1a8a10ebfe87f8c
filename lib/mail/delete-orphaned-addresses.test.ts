import pg from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '@/lib/db/client'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { deleteOrphanedAddresses } from './delete-old-mails'
import { encryptAddress } from './reader-address'

const databaseUrl = await ownDatabase()
const { id: postId } = await addPost('addressed')
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

beforeEach(async () => {
  await db().comment.deleteMany()
  await db().readerAddress.deleteMany()
})

const addAddress = (
  fields: {
    hash?: string
    encryptedAddress?: string
    verificationSentAt?: Date
    unsubscribedAt?: Date
    createdAt?: Date
  } = {},
) =>
  db().readerAddress.create({
    data: { ...encryptAddress('ada@example.org'), createdAt: daysAgo(2), ...fields },
  })

async function addCommentOf(addressId: number): Promise<number> {
  const id = await addComment(postId)
  await db().comment.update({ where: { id }, data: { addressId } })
  return id
}

const addMailTo = (addressId: number) =>
  db().outboxMail.create({ data: { kind: 'reply', addressId } })

test('deletes an address with its last comment and mail', async () => {
  const { id } = await addAddress()
  const comments = [await addCommentOf(id), await addCommentOf(id)]
  const mail = await addMailTo(id)
  expect(await deleteOrphanedAddresses()).toBe(0)
  await db().comment.delete({ where: { id: comments[0] ?? 0 } })
  expect(await deleteOrphanedAddresses()).toBe(0)
  await db().comment.update({ where: { id: comments[1] ?? 0 }, data: { addressId: null } })
  expect(await deleteOrphanedAddresses()).toBe(0)
  await db().outboxMail.delete({ where: { id: mail.id } })
  expect(await deleteOrphanedAddresses()).toBe(1)
})

test('keeps an address that follows a thread', async () => {
  const { id: addressId } = await addAddress()
  await db().threadFollow.create({ data: { addressId, threadId: postId } })
  expect(await deleteOrphanedAddresses()).toBe(0)
  await db().threadFollow.deleteMany()
  expect(await deleteOrphanedAddresses()).toBe(1)
})

test('deletes it with its post and when another address replaces it', async () => {
  const add = (address: string) => addAddress(encryptAddress(address))
  const [{ id }, other, third] = [
    await addAddress(),
    await add('bob@example.org'),
    await add('carol@example.org'),
  ]
  const { id: gone } = await addPost('gone')
  await db().comment.update({ where: { id: await addComment(gone) }, data: { addressId: id } })
  const moved = await addCommentOf(other.id)
  const { id: mail } = await addMailTo(other.id)
  await addCommentOf(third.id)
  expect(await deleteOrphanedAddresses()).toBe(0)
  await db().post.delete({ where: { id: gone } })
  await db().comment.update({ where: { id: moved }, data: { addressId: third.id } })
  expect(await deleteOrphanedAddresses()).toBe(1)
  await db().outboxMail.update({ where: { id: mail }, data: { addressId: third.id } })
  expect(await deleteOrphanedAddresses()).toBe(1)
  expect(await db().readerAddress.findMany({ select: { id: true } })).toEqual([{ id: third.id }])
})

test('checks a recently verified address again and deletes it after a day', async () => {
  const { id } = await addAddress({ verificationSentAt: new Date() })
  expect(await deleteOrphanedAddresses()).toBe(0)
  await db().readerAddress.update({ where: { id }, data: { verificationSentAt: daysAgo(2) } })
  expect(await deleteOrphanedAddresses()).toBe(1)
})

test('keeps an unsubscribed address until it is subscribed again', async () => {
  const { id } = await addAddress({ unsubscribedAt: new Date() })
  expect(await deleteOrphanedAddresses()).toBe(0)
  await db().readerAddress.update({ where: { id }, data: { unsubscribedAt: null } })
  expect(await deleteOrphanedAddresses()).toBe(1)
})

test('deletes more than one batch in a run, except recent ones', async () => {
  await db().$executeRaw`
    INSERT INTO reader_addresses (hash, sealed, created_at) SELECT 'many ' || n, '',
      now() - (n % 2) * interval '2 days' FROM generate_series(1, 12001) AS n`
  expect(await deleteOrphanedAddresses()).toBe(6_001)
  expect(await db().readerAddress.count()).toBe(6_000)
})

test('skips an address that a concurrent comment has locked', async () => {
  const { id } = await addAddress()
  const writer = new pg.Client({ connectionString: databaseUrl })
  await writer.connect()
  onTestFinished(() => writer.end())
  await writer.query('BEGIN')
  await writer.query('SELECT 1 FROM reader_addresses WHERE id = $1 FOR KEY SHARE', [id])
  expect(await deleteOrphanedAddresses()).toBe(0)
  await writer.query(
    `INSERT INTO comments (post_id, status, author_name, content, address_id)
      VALUES ($1, 'published', 'Ada', 'Good.', $2)`,
    [postId, id],
  )
  await writer.query('COMMIT')
  expect(await deleteOrphanedAddresses()).toBe(0)
  expect(await db().readerAddress.count()).toBe(1)
})

test('keeps an address that got a comment between the check and the lock', async () => {
  const { id } = await addAddress()
  const transact = db().$transaction.bind(db())
  const transaction = vi.spyOn(db(), '$transaction').mockImplementation(((
    work: (client: object) => Promise<unknown>,
  ) =>
    transact(async (client) => {
      const overtaken = async () => {
        await addCommentOf(id)
        return [{ id }]
      }
      return work(
        new Proxy(client, {
          get: (target, name) => (name === '$queryRaw' ? overtaken : Reflect.get(target, name)),
        }),
      )
    })) as never)
  onTestFinished(() => transaction.mockRestore())
  expect(await deleteOrphanedAddresses()).toBe(0)
  expect(await db().readerAddress.count()).toBe(1)
  expect(await db().comment.count({ where: { addressId: id } })).toBe(1)
})
