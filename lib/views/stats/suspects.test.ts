import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { getViews } from '@/lib/views/get-views'
import { rotateMarks } from '@/lib/views/rotate-marks'
import { addActor } from '@/test/authorisation/actors'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { listSuspects, listVerdicts, reviewSuspects, undoVerdict } from './suspects'

await ownDatabase()
const owner = await addActor('owner')
const moderator = await addActor('moderator')
const one = randomUUID()
const other = randomUUID()

beforeEach(async () => {
  await db().post.deleteMany()
  await db().$executeRaw`DELETE FROM view_refusals`
  const a = await addPost('a')
  const b = await addPost('b')
  const row = (day: string, network: string, postId: number, views: number) => ({
    day: new Date(day),
    network,
    postId,
    views,
  })
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
  const rows = await db().viewCount.findMany({
    where: { thread: { slug } },
    orderBy: { day: 'asc' },
  })
  return rows.map(({ day, views }) => [day.toISOString().slice(0, 10), views])
}

test('lists suspicious views by day and network with their posts', async () => {
  const { groups, count, views } = await listSuspects(owner)
  expect({ count, views }).toEqual({ count: 3, views: 48 })
  expect(groups.map((group) => [group.day, group.network, group.views])).toEqual([
    ['2026-03-02', one, 1],
    ['2026-03-01', other, 40],
    ['2026-03-01', one, 7],
  ])
  expect(groups[2]?.posts).toEqual([
    { slug: 'a', title: 'About a', views: 5 },
    { slug: 'b', title: 'About b', views: 2 },
  ])
})

test('adds accepted views to their post and day once', async () => {
  expect(await reviewSuspects(owner, 'accept', { day: '2026-03-01', network: one })).toBe(7)
  expect([await getViews('a'), await getViews('b')]).toEqual([5, 2])
  await expect(
    reviewSuspects(owner, 'accept', { day: '2026-03-01', network: one }),
  ).rejects.toMatchObject({ code: 'not-found' })
  expect(await reviewSuspects(owner, 'accept', { day: '2026-03-01', network: other })).toBe(40)
  expect(await days('a')).toEqual([['2026-03-01', 45]])
  expect((await listSuspects(owner)).count).toBe(1)
})

test('counts discarded views as refused', async () => {
  expect(await reviewSuspects(owner, 'drop', { day: '2026-03-01', network: other })).toBe(40)
  expect(await getViews('a')).toBe(0)
  expect(await db().viewRefusal.findMany({ select: { reason: true, views: true } })).toEqual([
    { reason: 'suspect', views: 40 },
  ])
})

test('applies a verdict to all suspicious views up to a day', async () => {
  expect(await reviewSuspects(owner, 'accept', { day: '2026-03-01' })).toBe(47)
  expect((await listSuspects(owner)).groups.map(({ day }) => day)).toEqual(['2026-03-02'])
})

test('applies one of two concurrent verdicts', async () => {
  const group = { day: '2026-03-01', network: one }
  const both = await Promise.allSettled([
    reviewSuspects(owner, 'accept', group),
    reviewSuspects(owner, 'drop', group),
  ])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const dropped = (await db().viewRefusal.findMany()).reduce((sum, { views }) => sum + views, 0)
  expect((await getViews('a')) + (await getViews('b')) + dropped).toBe(7)
})

const lastVerdict = async () => (await listVerdicts(owner))[0]?.id ?? ''

test.each(['accept', 'drop'] as const)(
  'restores everything when a verdict (%s) is undone, and allows it again',
  async (verdict) => {
    const before = await listSuspects(owner)
    await reviewSuspects(owner, verdict, { day: '2026-03-01' })
    expect(await listVerdicts(owner)).toMatchObject([
      { accepted: verdict === 'accept', views: 47, groups: 2 },
    ])
    expect(await undoVerdict(owner, await lastVerdict())).toBe(47)
    expect(await listSuspects(owner)).toEqual(before)
    expect(await listVerdicts(owner)).toEqual([])
    expect([await getViews('a'), await getViews('b')]).toEqual([0, 0])
    expect((await db().viewRefusal.findMany()).reduce((sum, { views }) => sum + views, 0)).toBe(0)
    expect(await reviewSuspects(owner, 'accept', { day: '2026-03-01' })).toBe(47)
    expect(await getViews('a')).toBe(45)
  },
)

test('merges restored suspicious views with new ones', async () => {
  await reviewSuspects(owner, 'accept', { day: '2026-03-02' })
  const { id: postId } = await db().post.findUniqueOrThrow({ where: { slug: 'a' } })
  await db().viewSuspect.create({
    data: { day: new Date('2026-03-02'), network: one, postId, views: 3 },
  })
  await undoVerdict(owner, await lastVerdict())
  expect((await listSuspects(owner)).groups[0]).toMatchObject({ day: '2026-03-02', views: 4 })
})

test('undoes a verdict once, even for concurrent requests', async () => {
  await reviewSuspects(owner, 'accept', { day: '2026-03-01', network: one })
  const id = await lastVerdict()
  const both = await Promise.allSettled([undoVerdict(owner, id), undoVerdict(owner, id)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await listSuspects(owner)).views).toBe(48)
  expect(await getViews('a')).toBe(0)
})

test('keeps verdicts for a day and then deletes their data', async () => {
  await reviewSuspects(owner, 'accept', { day: '2026-03-01' })
  const id = await lastVerdict()
  await rotateMarks(new Date(Date.now() + 25 * 3_600_000))
  await expect(undoVerdict(owner, id)).rejects.toMatchObject({ code: 'not-found' })
  expect(await db().judgedSuspect.count()).toBe(0)
  expect(await getViews('a')).toBe(45)
})

test('restricts suspicious views to the owner', async () => {
  for (const [actor, code] of [
    [undefined, 'unauthorized'],
    [moderator, 'forbidden'],
  ] as const) {
    await expect(listSuspects(actor)).rejects.toMatchObject({ code })
    await expect(listVerdicts(actor)).rejects.toMatchObject({ code })
    await expect(undoVerdict(actor, one)).rejects.toMatchObject({ code })
    await expect(
      reviewSuspects(actor, 'drop', { day: '2026-03-01', network: one }),
    ).rejects.toMatchObject({ code })
  }
  expect((await listSuspects(owner)).count).toBe(3)
})
