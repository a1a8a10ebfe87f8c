import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { db, query } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { deleteUnusedLinkPreviews, findUsedRow, unusedLinkLimits } from './unused-link-previews'

const databaseUrl = await ownDatabase()

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const add = (rows: { url: string; usedAt: Date; inPosts?: boolean }[]) =>
  query((client) =>
    client.linkPreview.createMany({
      data: rows.map((row) => ({ ...row, freshUntil: new Date(0) })),
    }),
  )
const left = async () =>
  (await query((client) => client.linkPreview.findMany({ select: { url: true } }))).map(
    ({ url }) => url,
  )

test('deletes only links that were not used for a day', async () => {
  await add([{ url: 'https://a.org/used', usedAt: hoursAgo(23) }])
  await add(
    Array.from({ length: 2_500 }, (_, n) => ({ url: `https://a.org/${n}`, usedAt: hoursAgo(25) })),
  )
  expect(await deleteUnusedLinkPreviews()).toBe(2_500)
  expect(await left()).toEqual(['https://a.org/used'])
  expect(await deleteUnusedLinkPreviews()).toBe(0)
})

test('keeps links that a post may show', async () => {
  await add([{ url: 'https://a.org/shown', usedAt: hoursAgo(100), inPosts: true }])
  expect(await deleteUnusedLinkPreviews()).toBe(0)
})

test('skips a link that a post is being saved with', async () => {
  await add([{ url: 'https://a.org/saved', usedAt: hoursAgo(100) }])
  const writer = new pg.Client({ connectionString: databaseUrl })
  await writer.connect()
  onTestFinished(() => writer.end())
  await writer.query('BEGIN')
  await writer.query(`UPDATE link_previews SET in_posts = true WHERE url = 'https://a.org/saved'`)
  expect(await deleteUnusedLinkPreviews()).toBe(0)
  await writer.query('COMMIT')
  expect(await deleteUnusedLinkPreviews()).toBe(0)
  expect(await left()).toContain('https://a.org/saved')
})

test('keeps the 10,000 most recently used links that no post shows', async () => {
  await db().linkPreview.deleteMany()
  // The planner believes that the table is empty, as it does before autovacuum has run.
  await db().$executeRaw`ANALYZE link_previews`
  await db().$executeRaw`
    INSERT INTO link_previews (url, fresh_until, used_at, in_posts)
    SELECT 'https://a.org/' || n, to_timestamp(0), now() - n * interval '1 second', n > 12000
      FROM generate_series(1, 13000) AS n`
  await deleteUnusedLinkPreviews()
  const [counted] = await db().$queryRaw<object[]>`
    SELECT count(*)::integer AS rows, count(*) FILTER (WHERE in_posts)::integer AS shown,
           max(used_at) FILTER (WHERE NOT in_posts) = max(used_at) AS "hasNewest",
           bool_or(url = 'https://a.org/' || ${unusedLinkLimits.storedMax}) AS "hasLast",
           bool_or(url = 'https://a.org/' || ${unusedLinkLimits.storedMax + 1}) AS "hasNext"
      FROM link_previews`
  expect(counted).toEqual({
    rows: 11_000,
    shown: 1_000,
    hasNewest: true,
    hasLast: true,
    hasNext: false,
  })
})

test('a request for a link marks it as used', async () => {
  await db().linkPreview.deleteMany()
  await add([{ url: 'https://a.org/asked', usedAt: hoursAgo(100) }])
  await findUsedRow('https://a.org/asked')
  expect(await deleteUnusedLinkPreviews()).toBe(0)
  expect(await findUsedRow('https://a.org/asked')).toMatchObject({ usedAt: expect.any(Date) })
  expect(await findUsedRow('https://a.org/never')).toBeNull()
})

/** The module as a new process loads it. */
function loadAnew() {
  vi.resetModules()
  return import('./unused-link-previews')
}

test('pruning runs at most once a minute', async () => {
  const { pruneLinkPreviews } = await loadAnew()
  await db().linkPreview.deleteMany()
  await add([{ url: 'https://a.org/early', usedAt: hoursAgo(25) }])
  await pruneLinkPreviews()
  expect(await db().linkPreview.count()).toBe(0)
  await add([{ url: 'https://a.org/late', usedAt: hoursAgo(25) }])
  await pruneLinkPreviews()
  expect(await left()).toEqual(['https://a.org/late'])
})
