import { expect, test } from 'vitest'
import { db } from '@/lib/db'
import { addComment, addPost } from '@/lib/testing/add-rows'
import { ownDatabase } from '@/lib/testing/database'
import { forgetAddresses } from './forget-addresses'

await ownDatabase()
const post = await addPost('hello')
const now = new Date('2026-03-10T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

async function addAddress(hash: string, createdAt: Date, unsubscribedAt: Date | null = null): Promise<number> {
  return (await db().readerAddress.create({ data: { hash, sealed: '', createdAt, unsubscribedAt } })).id
}

test('an address goes with its last comment, unless it must be known that no mail is wanted there', async () => {
  const carried = await addAddress('carried', daysAgo(100))
  await addAddress('lone', daysAgo(3))
  await addAddress('lone, but new', daysAgo(1))
  await addAddress('wants no mail', daysAgo(100), daysAgo(50))
  await db().comment.update({ where: { id: await addComment(post.id) }, data: { addressId: carried } })
  expect((await forgetAddresses(now)).addresses).toBe(1)
  const left = await db().readerAddress.findMany({ orderBy: { id: 'asc' } })
  expect(left.map(({ hash }) => hash)).toEqual(['carried', 'lone, but new', 'wants no mail'])
})

test('mails are forgotten 30 days after they were sent or given up; one that waits is not', async () => {
  await db().outboxMail.createMany({
    data: [
      { kind: 'sent long ago', createdAt: daysAgo(32), sentAt: daysAgo(31) },
      { kind: 'sent late', createdAt: daysAgo(32), sentAt: daysAgo(29) },
      { kind: 'given up', createdAt: daysAgo(31), failure: 'refused' },
      { kind: 'waits', createdAt: daysAgo(31) },
    ],
  })
  expect((await forgetAddresses(now)).mails).toBe(2)
  expect((await db().outboxMail.findMany({ orderBy: { id: 'asc' } })).map(({ kind }) => kind)).toEqual(['sent late', 'waits'])
})
