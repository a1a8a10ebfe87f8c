import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { batchRows } from '@/lib/db/in-batches'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { forgetNetworks } from './forget-networks'

await ownDatabase()
const post = await addPost('hello')
const now = new Date('2026-03-10T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

test('deletes network hashes and salts after 48 hours and keeps recent ones', async () => {
  const old = await addComment(post.id)
  const young = await addComment(post.id)
  await db().comment.update({
    where: { id: old },
    data: { networkHash: 'old', createdAt: hoursAgo(48.01) },
  })
  await db().comment.update({
    where: { id: young },
    data: { networkHash: 'young', createdAt: hoursAgo(47.99) },
  })
  await db().commentReport.createMany({
    data: [
      { commentId: old, networkHash: 'old', createdAt: hoursAgo(48.01) },
      { commentId: old, networkHash: 'young', createdAt: hoursAgo(47.99) },
    ],
  })
  const salt = Buffer.alloc(32)
  await db().dailySalt.createMany({
    data: ['07', '08', '09', '10'].map((day) => ({ day: new Date(`2026-03-${day}`), salt })),
  })
  await db().commentBlock.createMany({
    data: [
      { kind: 'network', value: 'over', folded: 'over', expiresAt: hoursAgo(0.01) },
      { kind: 'network', value: 'lasts', folded: 'lasts', expiresAt: hoursAgo(-1) },
      { kind: 'word', value: 'for good', folded: 'for good' },
    ],
  })

  expect(await forgetNetworks(now)).toEqual({ salts: 1, comments: 1, reports: 1, blocks: 1 })

  const comments = await db().comment.findMany({ orderBy: { id: 'asc' } })
  expect(comments.map(({ networkHash }) => networkHash)).toEqual([null, 'young'])
  // The admin area still shows that there were two reports.
  const reports = await db().commentReport.findMany({ orderBy: { id: 'asc' } })
  expect(reports.map(({ networkHash }) => networkHash)).toEqual([null, 'young'])
  // A comment of the last minute of the 8th is 36 hours old, so its salt is kept.
  const salts = await db().dailySalt.findMany({ orderBy: { day: 'asc' } })
  expect(salts.map(({ day }) => day.toISOString().slice(8, 10))).toEqual(['08', '09', '10'])
  expect(
    (await db().commentBlock.findMany({ orderBy: { id: 'asc' } })).map(({ value }) => value),
  ).toEqual(['lasts', 'for good'])
  expect(await forgetNetworks(now)).toEqual({ salts: 0, comments: 0, reports: 0, blocks: 0 })
})

test('processes several batches in one run', async () => {
  await db().$executeRaw`
    INSERT INTO comments (post_id, status, author_name, content, network_hash, created_at)
    SELECT ${post.id}, 'published', 'Ada', 'Words', 'h' || n, ${hoursAgo(100)}
      FROM generate_series(1, ${2 * batchRows + 1}) AS n`
  expect((await forgetNetworks(now)).comments).toBe(2 * batchRows + 1)
})
