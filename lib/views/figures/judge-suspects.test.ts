import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db'
import { addActor } from '@/lib/testing/actors'
import { addPost } from '@/lib/testing/add-rows'
import { ownDatabase } from '@/lib/testing/database'
import { getViews } from '@/lib/views/get-views'
import { judgeSuspects } from './judge-suspects'
import { listSuspects } from './list-suspects'

await ownDatabase()
const owner = await addActor('owner')
const moderator = await addActor('moderator')
const one = randomUUID()
const other = randomUUID()

beforeEach(async () => {
  await db().post.deleteMany()
  await db().$executeRaw`DELETE FROM view_refusals`
  const [a, b] = [await addPost('a'), await addPost('b')]
  const row = (day: string, network: string, postId: number, views: number) => ({ day: new Date(day), network, postId, views })
  await db().viewSuspect.createMany({
    data: [
      row('2026-03-01', one, a.id, 5),
      row('2026-03-01', one, b.id, 2),
      row('2026-03-01', other, a.id, 40),
      row('2026-03-02', one, a.id, 1),
    ],
  })
})

const days = async (slug: string) => {
  const rows = await db().viewCount.findMany({ where: { post: { slug } }, orderBy: { day: 'asc' } })
  return rows.map(({ day, views }) => [day.toISOString().slice(0, 10), views])
}

test('suspects are listed by day and network, with their posts', async () => {
  const { crowds, count, views } = await listSuspects(owner)
  expect({ count, views }).toEqual({ count: 3, views: 48 })
  expect(crowds.map((crowd) => [crowd.day, crowd.network, crowd.views])).toEqual([
    ['2026-03-02', one, 1],
    ['2026-03-01', other, 40],
    ['2026-03-01', one, 7],
  ])
  expect(crowds[2]?.posts).toEqual([
    { slug: 'a', title: 'About a', views: 5 },
    { slug: 'b', title: 'About b', views: 2 },
  ])
})

test('what is accepted counts for its post and its day, once', async () => {
  expect(await judgeSuspects(owner, 'accept', { day: '2026-03-01', network: one })).toBe(7)
  expect([await getViews('a'), await getViews('b')]).toEqual([5, 2])
  await expect(judgeSuspects(owner, 'accept', { day: '2026-03-01', network: one })).rejects.toMatchObject({ code: 'not-found' })
  expect(await judgeSuspects(owner, 'accept', { day: '2026-03-01', network: other })).toBe(40)
  expect(await days('a')).toEqual([['2026-03-01', 45]])
  expect((await listSuspects(owner)).count).toBe(1)
})

test('what is dropped is no view, and a number among what was not counted', async () => {
  expect(await judgeSuspects(owner, 'drop', { day: '2026-03-01', network: other })).toBe(40)
  expect(await getViews('a')).toBe(0)
  expect(await db().viewRefusal.findMany({ select: { reason: true, views: true } })).toEqual([{ reason: 'suspect', views: 40 }])
})

test('all up to a day are judged at once, and what came on a later day waits', async () => {
  expect(await judgeSuspects(owner, 'accept', { day: '2026-03-01' })).toBe(47)
  expect((await listSuspects(owner)).crowds.map(({ day }) => day)).toEqual(['2026-03-02'])
})

test('two verdicts at once are one', async () => {
  const crowd = { day: '2026-03-01', network: one }
  const both = await Promise.allSettled([judgeSuspects(owner, 'accept', crowd), judgeSuspects(owner, 'drop', crowd)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const dropped = (await db().viewRefusal.findMany()).reduce((sum, { views }) => sum + views, 0)
  expect((await getViews('a')) + (await getViews('b')) + dropped).toBe(7)
})

test('suspects are the owner’s alone to see and to judge', async () => {
  for (const [who, code] of [
    [undefined, 'unauthorized'],
    [moderator, 'forbidden'],
  ] as const) {
    await expect(listSuspects(who)).rejects.toMatchObject({ code })
    await expect(judgeSuspects(who, 'drop', { day: '2026-03-01', network: one })).rejects.toMatchObject({ code })
  }
  expect((await listSuspects(owner)).count).toBe(3)
})
