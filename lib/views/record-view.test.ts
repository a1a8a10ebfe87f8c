import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '@/lib/db/client'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { firefox, newClient } from '@/test/new-client'
import { burstViewsMax, suspectViewsMax } from './count-views'
import { getViews } from './get-views'
import { recordView } from './record-view'
import { rotateMarks } from './rotate-marks'

process.env.SITE_URL = 'https://writing.example'
await ownDatabase()

let slug = ''

beforeEach(async () => {
  slug = `post-${randomUUID()}`
  await addPost(slug)
})

afterEach(() => {
  vi.useRealTimers()
})

const at = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })

function recordFrom(client: string, fields: Partial<Parameters<typeof recordView>[0]> = {}) {
  return recordView({
    slug,
    client,
    userAgent: firefox,
    purpose: null,
    fetchMode: null,
    fetchDestination: null,
    isStaff: false,
    key: undefined,
    referrer: '',
    host: 'blog.example',
    wantsPrivacy: false,
    ...fields,
  })
}

const again = (views: number) => ({ views, counted: false, reason: 'already-counted' })
const rows = async (sql: string) => db().$queryRawUnsafe<Record<string, unknown>[]>(sql)
const countOf = async (sql: string) =>
  Number((await rows(`SELECT coalesce(sum(n), 0)::integer AS n FROM (${sql}) AS counted(n)`))[0]?.n)

test('counts a reader once, and another browser or network again', async () => {
  const client = newClient()
  expect(await recordFrom(client)).toEqual({ views: 1, counted: true })
  expect(await recordFrom(client)).toEqual(again(1))
  expect(await recordFrom(client, { userAgent: `${firefox} other` })).toEqual({
    views: 2,
    counted: true,
  })
  expect(await recordFrom(newClient())).toEqual({ views: 3, counted: true })
  expect(await getViews(slug)).toBe(3)
})

test('counts a reader on each of two posts', async () => {
  const client = newClient()
  await recordFrom(client)
  await addPost(`${slug}-2`)
  expect(await recordFrom(client, { slug: `${slug}-2` })).toEqual({ views: 1, counted: true })
})

test('counts views of a former slug for the same post', async () => {
  const client = newClient()
  const { id } = await db().post.findUniqueOrThrow({ where: { slug } })
  await db().postRedirect.create({ data: { slug: `${slug}-before`, postId: id } })
  const results = await Promise.all(
    [slug, `${slug}-before`].map((name) => recordFrom(client, { slug: name })),
  )
  expect(results.filter(({ counted }) => counted)).toHaveLength(1)
})

test('counts one of 100 concurrent views of a reader, and each of 100 readers', async () => {
  const client = newClient()
  const same = await Promise.all(Array.from({ length: 100 }, () => recordFrom(client)))
  expect(same.filter(({ counted }) => counted)).toHaveLength(1)
  const others = await Promise.all(Array.from({ length: 100 }, () => recordFrom(newClient())))
  expect(others.every(({ counted }) => counted)).toBe(true)
  expect(await getViews(slug)).toBe(101)
})

test('counts a view repeated over another network once', async () => {
  const key = randomUUID()
  expect(await recordFrom(newClient(), { key })).toEqual({ views: 1, counted: true })
  expect(await recordFrom(newClient(), { key })).toEqual(again(1))
  const together = await Promise.all(
    Array.from({ length: 10 }, () => recordFrom(newClient(), { key: `${key}-2` })),
  )
  expect(together.filter(({ counted }) => counted)).toHaveLength(1)
})

test('counts again after 24 hours, not at midnight', async () => {
  const client = newClient()
  at('2027-03-01T23:50:00Z')
  expect(await recordFrom(client)).toEqual({ views: 1, counted: true })
  at('2027-03-02T00:10:00Z')
  expect(await recordFrom(client)).toEqual(again(1))
  at('2027-03-02T23:49:59Z')
  expect(await recordFrom(client)).toEqual(again(1))
  at('2027-03-02T23:50:01Z')
  expect(await recordFrom(client)).toEqual({ views: 2, counted: true })
  at('2027-03-03T12:00:00Z')
  expect(await recordFrom(client)).toEqual(again(2))
})

test('recognises a key that is repeated after midnight', async () => {
  const key = randomUUID()
  at('2027-04-01T23:59:59Z')
  await recordFrom(newClient(), { key })
  at('2027-04-02T00:00:01Z')
  expect(await recordFrom(newClient(), { key })).toEqual(again(1))
})

test('counts no reader twice when the clock is set back over midnight', async () => {
  const client = newClient()
  at('2027-05-02T00:10:00Z')
  await recordFrom(client)
  at('2027-05-01T23:50:00Z')
  expect(await recordFrom(client)).toEqual(again(1))
})

test('sets views aside after thirty of a /24 in ten minutes and counts again later', async () => {
  const network = newClient().replace(/\.1$/, '')
  at('2027-06-01T12:00:00Z')
  const results = []
  for (let host = 1; host <= burstViewsMax + 5; host++)
    results.push(await recordFrom(`${network}.${host}`))
  expect(results.filter(({ counted }) => counted)).toHaveLength(burstViewsMax)
  expect(results.at(-1)).toEqual({ views: burstViewsMax, counted: false, reason: 'suspect' })
  expect(await recordFrom(`${network}.${burstViewsMax + 5}`)).toEqual(again(burstViewsMax))
  expect(await countOf(`SELECT views FROM view_suspects WHERE day = '2027-06-01'`)).toBe(5)
  expect(await getViews(slug)).toBe(burstViewsMax)
  at('2027-06-01T12:11:00Z')
  expect(await recordFrom(`${network}.200`)).toEqual({ views: burstViewsMax + 1, counted: true })
})

test('applies the limit to concurrent views and across midnight', async () => {
  const network = newClient().replace(/\.1$/, '')
  at('2027-07-01T23:58:00Z')
  const before = await Promise.all(
    Array.from({ length: 20 }, (_, host) => recordFrom(`${network}.${host}`)),
  )
  at('2027-07-02T00:02:00Z')
  const after = await Promise.all(
    Array.from({ length: 20 }, (_, host) => recordFrom(`${network}.${host + 100}`)),
  )
  expect([...before, ...after].filter(({ counted }) => counted)).toHaveLength(burstViewsMax)
})

test('stores a bounded number of rows for a flood from one /48', async () => {
  at('2027-08-01T12:00:00Z')
  const sent = burstViewsMax + suspectViewsMax + 1_500
  const results = []
  for (let first = 0; first < sent; first += 250) {
    const some = Array.from({ length: 250 }, (_, n) =>
      recordFrom(`2001:db8:1:${(first + n).toString(16)}::/64`, { userAgent: `${firefox} ${n}` }),
    )
    results.push(...(await Promise.all(some)))
  }
  expect(results.filter(({ counted }) => counted)).toHaveLength(burstViewsMax)
  expect(results.at(-1)).toMatchObject({ counted: false, reason: 'flood' })
  // Limits are checked per commit, so one commit may exceed them.
  expect(await countOf(`SELECT count(*) FROM view_marks WHERE day = '2027-08-01'`)).toBeLessThan(
    burstViewsMax + suspectViewsMax + 256,
  )
  expect(await countOf(`SELECT count(*) FROM view_suspects WHERE day = '2027-08-01'`)).toBe(1)
  expect(await countOf(`SELECT count(*) FROM view_bursts WHERE minute >= '2027-08-01'`)).toBe(1)
})

test('counts refused views by day and reason, but not for unknown posts', async () => {
  at('2027-09-01T12:00:00Z')
  expect(await recordFrom(newClient(), { userAgent: 'Googlebot/2.1' })).toEqual({
    views: 0,
    counted: false,
    reason: 'bot',
  })
  expect(await recordFrom(newClient(), { userAgent: '' })).toEqual({
    views: 0,
    counted: false,
    reason: 'no-user-agent',
  })
  await expect(recordFrom(newClient(), { slug: 'nobody' })).rejects.toThrow(
    'There is no post “nobody”.',
  )
  await expect(recordFrom(newClient(), { slug: 'half \ud800' })).rejects.toThrow('There is no post')
  const client = newClient()
  await recordFrom(client)
  await recordFrom(client)
  expect(
    await rows(`SELECT reason, views FROM view_refusals WHERE day = '2027-09-01' ORDER BY reason`),
  ).toEqual([
    { reason: 'already-counted', views: 1 },
    { reason: 'bot', views: 1 },
    { reason: 'no-user-agent', views: 1 },
    { reason: 'unknown-post', views: 2 },
  ])
})

test('treats drafts and scheduled posts as unknown', async () => {
  await addPost(`${slug}-draft`, { draft: true })
  await addPost(`${slug}-tomorrow`, { publishedAt: new Date(Date.now() + 86_400_000) })
  for (const name of ['draft', 'tomorrow'])
    await expect(recordFrom(newClient(), { slug: `${slug}-${name}` })).rejects.toThrow('no post')
})

test('adds up referrers and devices by day, without readers who request privacy', async () => {
  at('2027-10-01T12:00:00Z')
  await recordFrom(newClient(), { referrer: 'https://www.search.example/?q=secret' })
  for (const own of ['blog', 'writing'])
    await recordFrom(newClient(), { referrer: `https://${own}.example/posts/other` })
  await recordFrom(newClient(), {
    referrer: 'https://news.example/',
    wantsPrivacy: true,
    userAgent: 'Mozilla/5.0 (iPhone) Mobile',
  })
  expect(
    await rows(
      `SELECT kind::text, name, views FROM view_sources WHERE day = '2027-10-01'
        ORDER BY kind, name`,
    ),
  ).toEqual([
    { kind: 'device', name: 'desktop', views: 3 },
    { kind: 'referrer', name: 'search.example', views: 1 },
  ])
  expect(
    await rows(
      `SELECT kind::text, name, sum(views)::integer AS views FROM view_post_sources
        WHERE day = '2027-10-01' GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
  ).toEqual([
    { kind: 'device', name: 'desktop', views: 3 },
    { kind: 'referrer', name: 'search.example', views: 1 },
  ])
})

test('stores at most a thousand referrers a day', async () => {
  at('2027-10-02T12:00:00Z')
  for (let round = 0; round < 5; round++)
    await Promise.all(
      Array.from({ length: 250 }, (_, n) =>
        recordFrom(newClient(), { referrer: `https://spam-${round}-${n}.example/` }),
      ),
    )
  expect(
    await countOf(
      `SELECT count(*) FROM view_sources WHERE day = '2027-10-02' AND kind = 'referrer'`,
    ),
  ).toBeLessThanOrEqual(1_257)
})

test('deletes marks and salts after 48 hours and keeps the numbers', async () => {
  at('2027-11-01T12:00:00Z')
  await recordFrom(newClient())
  at('2027-11-02T23:59:00Z')
  await rotateMarks()
  expect(await countOf(`SELECT count(*) FROM view_marks WHERE day = '2027-11-01'`)).toBe(1)
  at('2027-11-03T00:00:01Z')
  await rotateMarks()
  expect(await countOf(`SELECT count(*) FROM view_marks WHERE day = '2027-11-01'`)).toBe(0)
  // Networks are known for 48 hours after the last minute of a day, and the salt is kept as long.
  expect(await countOf(`SELECT count(*) FROM daily_salts WHERE day = '2027-11-01'`)).toBe(1)
  at('2027-11-04T00:00:01Z')
  await rotateMarks()
  expect(await countOf(`SELECT count(*) FROM daily_salts WHERE day <= '2027-11-01'`)).toBe(0)
  expect(
    await rows(
      `SELECT to_regclass('view_marks_20271101')::text AS old,
        to_regclass('view_marks_20271105')::text AS next`,
    ),
  ).toEqual([{ old: null, next: 'view_marks_20271105' }])
  expect(await getViews(slug)).toBe(1)
})

test('keeps the sums by post and day consistent, even after a post is deleted', async () => {
  const differing = `
    (SELECT post_id, sum(views) FROM view_counts GROUP BY 1
     EXCEPT SELECT post_id, sum(views) FROM view_totals GROUP BY 1)`
  const days = `SELECT day, sum(views) FROM view_counts GROUP BY 1 EXCEPT SELECT day, sum(views)
    FROM view_days GROUP BY 1`
  await recordFrom(newClient())
  await db().$executeRaw`UPDATE view_counts SET views = views + 5
      WHERE post_id = (SELECT id FROM posts WHERE slug = ${slug})`
  expect(await getViews(slug)).toBe(6)
  await addPost(`${slug}-2`)
  await recordFrom(newClient(), { slug: `${slug}-2` })
  await db().post.delete({ where: { slug } })
  expect(await rows(differing)).toEqual([])
  expect(await rows(days)).toEqual([])
})

test('stores no address or user agent', async () => {
  await recordFrom('203.0.113.77', {
    key: 'key-of-a-reader',
    referrer: 'https://mail.example/inbox/ada',
  })
  for (const table of [
    'view_marks',
    'view_bursts',
    'view_counts',
    'view_sources',
    'view_post_sources',
    'view_suspects',
    'view_refusals',
  ]) {
    const text = JSON.stringify(await rows(`SELECT stored::text FROM ${table} AS stored`))
    for (const secret of ['203.0.113', 'Firefox', 'key-of-a-reader', 'inbox'])
      expect(text).not.toContain(secret)
  }
})
