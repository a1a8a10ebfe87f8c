import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { countViews } from '@/lib/views/count-views'
import { rotateMarks } from '@/lib/views/rotate-marks'
import { addActor } from '@/test/authorisation/actors'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { getLiveViews } from './get-live-views'
import { getRefusals, getSources } from './get-sources'
import { getTopPosts } from './get-top-posts'
import { findCountedPost, getViewsByDay } from './get-views-by-day'
import { listDayRows } from './list-day-rows'
import { spans } from './span'

process.env.TIME_ZONE = 'America/New_York'
await ownDatabase()
const owner = await addActor('owner')
const moderator = await addActor('moderator')

/** 20:30 on 10 March in New York, which is 11 March in UTC. */
const at = new Date('2026-03-11T00:30:00Z')
const today = '2026-03-10'

beforeEach(async () => {
  await db().post.deleteMany()
  for (const table of ['view_sources', 'view_refusals', 'view_days'])
    await db().$executeRawUnsafe(`DELETE FROM ${table}`)
})

async function addViews(slug: string, days: Record<string, number>, shard = 0): Promise<number> {
  const { id } = (await db().post.findUnique({ where: { slug } })) ?? (await addPost(slug))
  await db().viewCount.createMany({
    data: Object.entries(days).map(([day, views]) => ({
      postId: id,
      day: new Date(day),
      shard,
      views,
    })),
  })
  return id
}

const addSource = (
  kind: 'referrer' | 'device',
  name: string,
  day: string,
  views: number,
  shard = 0,
) => db().viewSource.create({ data: { kind, name, day: new Date(day), shard, views } })

test("ends a span with the owner's current day and fills days without views with 0", async () => {
  const postId = await addViews('a', {
    '2026-03-04': 2,
    '2026-03-09': 3,
    [today]: 4,
    '2026-03-11': 100,
  })
  await addViews('a', { [today]: 1 }, 1)
  await addViews('b', { '2026-03-09': 5 })
  const all = await getViewsByDay(owner, { span: '7' }, at)
  expect(all.days.map(({ day, views }) => [day.slice(5), views])).toEqual([
    ['03-04', 2],
    ['03-05', 0],
    ['03-06', 0],
    ['03-07', 0],
    ['03-08', 0],
    ['03-09', 8],
    ['03-10', 5],
  ])
  expect(all.views).toBe(15)
  const one = await getViewsByDay(owner, { span: '7', postId }, at)
  expect(one.days.map(({ views }) => views)).toEqual([2, 0, 0, 0, 0, 3, 5])
})

test('counts an evening view for the local day, even if UTC has the next one', async () => {
  const { slug } = await addPost('evening')
  const hashes = Array.from({ length: 2 }, () => randomUUID().replaceAll('-', ''))
  const record = {
    slug,
    refusal: undefined,
    referrer: undefined,
    device: undefined,
    marks: [{ day: '2026-03-11', hashes }] as const,
  }
  await countViews([{ ...record, marks: [...record.marks] }], 'America/New_York', at)
  const { days } = await getViewsByDay(owner, { span: '7' }, at)
  expect(days.at(-1)).toEqual({ day: today, views: 1, before: 0 })
})

test('returns the right number of days across a clock change', async () => {
  for (const span of spans.filter((one) => one !== 'all')) {
    const { days } = await getViewsByDay(owner, { span }, at)
    expect(days).toHaveLength(Number(span))
    expect(new Set(days.map(({ day }) => day)).size).toBe(Number(span))
    expect(days.at(-1)?.day).toBe(today)
  }
})

test('compares a span day by day with the one before it', async () => {
  await addViews('a', {
    '2026-02-24': 90,
    '2026-02-25': 1,
    '2026-03-03': 2,
    '2026-03-04': 10,
    [today]: 20,
  })
  const { views, before, days } = await getViewsByDay(owner, { span: '7' }, at)
  expect({ views, before }).toEqual({ views: 30, before: 3 })
  expect(days.map((day) => day.before)).toEqual([1, 0, 0, 0, 0, 0, 2])
})

test('starts all days with the first counted one, without a comparison', async () => {
  await addViews('a', { '2024-02-28': 1 })
  const { days, views, before } = await getViewsByDay(owner, { span: 'all' }, at)
  expect(days[0]).toEqual({ day: '2024-02-28', views: 1, before: null })
  expect(days.slice(1, 3).map(({ day }) => day)).toEqual(['2024-02-29', '2024-03-01'])
  expect(days).toHaveLength(742)
  expect({ views, before }).toEqual({ views: 1, before: null })
})

test('returns one day with 0 views for a new blog', async () => {
  expect((await getViewsByDay(owner, { span: 'all' }, at)).days).toEqual([
    { day: today, views: 0, before: null },
  ])
})

test('returns the top posts of a span with their earlier views', async () => {
  await addViews('old', { '2026-03-03': 500 })
  await addViews('first', { [today]: 9, '2026-03-04': 1, '2026-03-03': 4 })
  await addViews('second', { '2026-03-05': 7 })
  const posts = await getTopPosts(owner, '7', { at })
  expect(posts.map(({ slug, views, before }) => [slug, views, before])).toEqual([
    ['first', 10, 4],
    ['second', 7, 0],
  ])
  expect((await getTopPosts(owner, 'all')).map(({ slug, before }) => [slug, before])).toEqual([
    ['old', null],
    ['first', null],
    ['second', null],
  ])
})

test('adds up referrers and devices of a span, including unlisted ones', async () => {
  for (let n = 0; n < 22; n++) await addSource('referrer', `site-${n}.example`, today, 1)
  await addSource('referrer', 'search.example', today, 5)
  await addSource('referrer', 'search.example', today, 5, 1)
  await addSource('referrer', 'search.example', '2026-03-03', 3)
  await addSource('referrer', 'gone.example', '2026-03-01', 8)
  await addSource('device', 'phone', today, 6)
  const { names, views } = await getSources(owner, { span: '7', kind: 'referrer' }, at)
  expect(names).toHaveLength(20)
  expect(names[0]).toEqual({ name: 'search.example', views: 10, before: 3 })
  expect(views).toBe(32)
  expect((await getSources(owner, { span: 'all', kind: 'device' }, at)).names).toEqual([
    { name: 'phone', views: 6, before: null },
  ])
  expect(await getSources(owner, { span: '7', kind: 'referrer' }, new Date('2020-01-01'))).toEqual({
    names: [],
    views: 0,
  })
})

test('returns the referrers and devices of one post', async () => {
  const { id: postId } = await addPost('one')
  const { id: otherId } = await addPost('other')
  const row = { postId, kind: 'referrer' as const, day: new Date(today), shard: 0 }
  await db().viewPostSource.createMany({
    data: [
      { ...row, name: 'search.example', views: 3 },
      { ...row, name: 'search.example', views: 2, day: new Date('2026-03-03') },
      { ...row, name: 'news.example', views: 9, postId: otherId },
      { ...row, name: 'phone', views: 4, kind: 'device' },
    ],
  })
  expect(await getSources(owner, { span: '7', kind: 'referrer', postId }, at)).toEqual({
    names: [{ name: 'search.example', views: 3, before: 2 }],
    views: 3,
  })
  expect((await getSources(owner, { span: '7', kind: 'device', postId }, at)).names).toEqual([
    { name: 'phone', views: 4, before: 0 },
  ])
})

test('returns refused views by reason', async () => {
  const rows = [
    { day: today, reason: 'bot', shard: 0, views: 4 },
    { day: today, reason: 'bot', shard: 1, views: 1 },
    { day: '2026-03-01', reason: 'flood', shard: 0, views: 9 },
  ]
  await db().viewRefusal.createMany({
    data: rows.map((row) => ({ ...row, day: new Date(row.day) })),
  })
  expect(await getRefusals(owner, '7', at)).toEqual([
    { name: 'bot', views: 5, before: 0 },
    { name: 'flood', views: 0, before: 9 },
  ])
})

test('returns the last 30 minutes by minute and post and deletes them after an hour', async () => {
  for (const slug of ['live', 'quiet']) await addPost(slug)
  const record = (slug: string, time: string) => {
    const hashes = Array.from({ length: 2 }, () => randomUUID().replaceAll('-', ''))
    const marked = {
      slug,
      refusal: undefined,
      referrer: undefined,
      device: undefined,
      marks: [{ day: '2026-05-01', hashes }],
    }
    return countViews(
      [{ ...marked, marks: [{ day: '2026-05-01', hashes }] }],
      'UTC',
      new Date(`2026-05-01T${time}Z`),
    )
  }
  for (const time of ['11:59:59', '12:00:01', '12:29:30', '12:29:40']) await record('live', time)
  await record('quiet', '12:15:00')
  const now = new Date('2026-05-01T12:29:50Z')
  const live = await getLiveViews(owner, now)
  expect(live.views).toBe(4)
  expect(live.minutes).toHaveLength(30)
  expect([live.minutes[0], live.minutes[15], live.minutes[29]]).toEqual([1, 1, 2])
  expect(live.posts).toEqual([
    { slug: 'live', title: 'About live', views: 3 },
    { slug: 'quiet', title: 'About quiet', views: 1 },
  ])
  await rotateMarks(new Date('2026-05-01T13:29:35Z'))
  expect(await db().viewMinute.count()).toBe(0)
})

test('exports imported and counted rows in daily batches', async () => {
  const postId = await addViews('a', { '2026-03-09': 3, [today]: 4 })
  await addViews('b', { [today]: 5 })
  const read = async (filter: Parameters<typeof listDayRows>[1]) => {
    const batches = []
    for await (const rows of await listDayRows(owner, filter, at)) batches.push(rows)
    return batches
  }
  expect(await read({ span: 'all' })).toEqual([
    [{ slug: 'a', day: '2026-03-09', views: 3 }],
    [
      { slug: 'a', day: today, views: 4 },
      { slug: 'b', day: today, views: 5 },
    ],
  ])
  expect((await read({ span: '7', postId })).flat()).toHaveLength(2)
})

test('skips days without views in an export of two thousand years', async () => {
  await addViews('a', { '0020-03-09': 3, [today]: 4 })
  const days = []
  for await (const rows of await listDayRows(owner, { span: 'all' }, at))
    days.push(...rows.map(({ day }) => day))
  expect(days).toEqual(['0020-03-09', today])
})

test('finds a post by its current or a former slug', async () => {
  const { id } = await addPost('now')
  await db().postRedirect.create({ data: { slug: 'before', postId: id } })
  expect(await findCountedPost(owner, 'before')).toEqual({ id, slug: 'now', title: 'About now' })
  await expect(findCountedPost(owner, 'never')).rejects.toMatchObject({ code: 'not-found' })
})

test('returns figures only to the owner', async () => {
  const queries = [
    (actor: typeof moderator | undefined) => getViewsByDay(actor, { span: '7' }),
    (actor: typeof moderator | undefined) => getTopPosts(actor, '7'),
    (actor: typeof moderator | undefined) => getSources(actor, { span: '7', kind: 'device' }),
    (actor: typeof moderator | undefined) => getRefusals(actor, '7'),
    (actor: typeof moderator | undefined) => getLiveViews(actor),
    (actor: typeof moderator | undefined) => listDayRows(actor, { span: '7' }),
    (actor: typeof moderator | undefined) => findCountedPost(actor, 'now'),
  ]
  for (const run of queries) {
    await expect(run(undefined)).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(run(moderator)).rejects.toMatchObject({ code: 'forbidden' })
  }
})
