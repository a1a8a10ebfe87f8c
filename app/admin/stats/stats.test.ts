import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createOwner } from '@/lib/auth/create-owner'
import { db } from '@/lib/db/client'
import { parseCsv } from '@/lib/text/csv'
import { dayOf } from '@/lib/text/day'
import { dayIn } from '@/lib/views/stats/span'
import { AdminBrowser } from '@/test/admin-browser'
import { addActor } from '@/test/authorisation/actors'
import { addSession } from '@/test/authorisation/sessions'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { startServer, type TestServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()
/** Fourteen hours ahead of UTC, where it is often already the next day. */
const TIME_ZONE = 'Pacific/Kiritimati'

let server: TestServer
let browser: AdminBrowser
const today = () => dayIn(TIME_ZONE, new Date())
const dayFrom = (day: string, offset: number) => dayOf(new Date(day), offset)

async function addViews(slug: string, days: Record<string, number>): Promise<number> {
  const { id } = await addPost(slug)
  await db().viewCount.createMany({
    data: Object.entries(days).map(([day, views]) => ({ postId: id, day: new Date(day), views })),
  })
  return id
}

let postId: number
beforeAll(async () => {
  await createOwner({
    email: 'olivia@example.org',
    password: 'a long enough password',
    name: 'Olivia',
  })
  postId = await addViews('first', {
    [today()]: 4,
    [dayFrom(today(), -6)]: 2,
    [dayFrom(today(), -7)]: 3,
    '2024-02-29': 7,
  })
  await addViews('second', { [today()]: 10 })
  server = await startServer({ DATABASE_URL, TIME_ZONE, TRUSTED_PROXY_HOPS: '1' })
  browser = new AdminBrowser(server.url)
  browser.cookies.set('session', (await addSession(await addActor('owner'))).cookie)
})

const download = async (query: string) => {
  const response = await browser.request(`/admin/stats/download?${query}`)
  return { response, rows: response.ok ? [...parseCsv(await response.text())] : [] }
}

test('exports each day of the period in the owner’s time zone, with zeros', async () => {
  const { response, rows } = await download('span=7&of=days')
  expect(response.headers.get('content-type')).toContain('text/csv')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="views-7.csv"')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(rows).toEqual([
    ['day', 'views', 'views_before'],
    ...[2, 0, 0, 0, 0, 0, 14].map((views, at) => [
      dayFrom(today(), at - 6),
      String(views),
      at === 6 ? '3' : '0',
    ]),
  ])
})

test('exports views by post and day in a format that can be imported', async () => {
  const { rows } = await download('span=all&of=posts')
  expect(rows).toEqual([
    ['slug', 'day', 'views'],
    ['first', '2024-02-29', '7'],
    ['first', dayFrom(today(), -7), '3'],
    ['first', dayFrom(today(), -6), '2'],
    ['first', today(), '4'],
    ['second', today(), '10'],
  ])
  expect((await download('span=7&of=posts&post=second')).rows).toEqual([
    ['slug', 'day', 'views'],
    ['second', today(), '10'],
  ])
})

test('returns 404 for an unknown post and the default for invalid parameters', async () => {
  expect((await download('post=nobody')).response.status).toBe(404)
  const { response, rows } = await download('span=1000000&span=7&of=x&post=')
  expect(response.status).toBe(200)
  expect(rows).toHaveLength(1 + 7)
})

test('serves the views of the last 30 minutes, and only to signed-in staff', async () => {
  await db().viewMinute.create({
    data: {
      minute: new Date(Math.floor(Date.now() / 60_000) * 60_000),
      postId,
      shard: 0,
      views: 3,
    },
  })
  const response = await browser.request('/admin/stats/live')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toMatchObject({ views: 3, posts: [{ slug: 'first', views: 3 }] })
  expect((await fetch(`${server.url}/admin/stats/live`)).status).toBe(401)
})

test('shows each period and one post, and reports an unknown post', async () => {
  for (const [span, views] of Object.entries({ 7: '16', 30: '19', all: '26' })) {
    const { status, text } = await browser.open(`/admin/stats?span=${span}`)
    expect(status).toBe(200)
    expect(text).toContain(`<strong>${views}</strong>`)
  }
  const { text } = await browser.open('/admin/stats?span=7&post=first')
  expect(text).toContain('<strong>6</strong>')
  expect(text).toContain('100% more than in the previous 7 days')
  expect((await browser.open('/admin/stats?post=nobody')).text).toContain('Post not found.')
  for (const query of ['span=x', 'span=7&span=30', 'post=%00', `post=${'x'.repeat(300)}`]) {
    expect((await browser.open(`/admin/stats?${query}`)).status).toBe(200)
  }
})

test('without JavaScript, suspicious views can be accepted, discarded and restored', async () => {
  const row = (day: string, views: number) => ({
    day: new Date(day),
    network: randomUUID(),
    postId,
    views,
  })
  await db().viewSuspect.createMany({
    data: [row('2026-03-03', 31), row('2026-03-02', 5), row('2026-03-01', 6)],
  })
  const accepted = await browser.submit('/admin/stats?span=90', 'Accept 31 views on March 3, 2026')
  expect(accepted.headers.get('location')).toBe('/admin/stats?span=90&done=suspects-accepted')
  expect((await server.request('/api/views?slug=first')).json).toEqual({ views: 16 + 31 })
  const dropped = await browser.submit('/admin/stats', 'Discard all')
  expect(dropped.headers.get('location')).toBe('/admin/stats?done=suspects-dropped')
  expect((await browser.open('/admin/stats')).text).toContain('No views awaiting review.')
  expect(
    await db().viewRefusal.findMany({ where: { reason: 'suspect' }, orderBy: { views: 'asc' } }),
  ).toMatchObject([{ views: 5 }, { views: 6 }])
  const undone = await browser.submit('/admin/stats?span=90', 'Undo: Accepted, 31 views')
  expect(undone.headers.get('location')).toBe('/admin/stats?span=90&done=suspects-wait')
  expect((await server.request('/api/views?slug=first')).json).toEqual({ views: 16 })
  expect((await browser.open('/admin/stats')).text).toContain('31 views')
})
