import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { db, query } from '@/lib/db'
import { ownDatabase } from '@/lib/testing/database'
import { deleteUnusedLinkPreviews, findUsedRow } from './use-link-preview'

const databaseUrl = await ownDatabase()

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const add = (rows: { url: string; usedAt: Date; inPosts?: boolean }[]) =>
  query((client) => client.linkPreview.createMany({ data: rows.map((row) => ({ ...row, freshUntil: new Date(0) })) }))
const left = async () => (await query((client) => client.linkPreview.findMany({ select: { url: true } }))).map(({ url }) => url)

test('what nobody used for 90 days is forgotten, however much it is, and nothing else', async () => {
  await add([{ url: 'https://a.org/used', usedAt: daysAgo(89) }])
  await add(Array.from({ length: 2_500 }, (_, n) => ({ url: `https://a.org/${n}`, usedAt: daysAgo(91) })))
  expect(await deleteUnusedLinkPreviews()).toBe(2_500)
  expect(await left()).toEqual(['https://a.org/used'])
  expect(await deleteUnusedLinkPreviews()).toBe(0)
})

test('what a post may show is not forgotten', async () => {
  await add([{ url: 'https://a.org/shown', usedAt: daysAgo(100), inPosts: true }])
  expect(await deleteUnusedLinkPreviews()).toBe(0)
})

test('nor is one that a post is saved with in that very moment', async () => {
  await add([{ url: 'https://a.org/saved', usedAt: daysAgo(100) }])
  const writer = new pg.Client({ connectionString: databaseUrl })
  await writer.connect()
  onTestFinished(() => writer.end())
  await writer.query('BEGIN')
  await writer.query(`UPDATE link_previews SET in_posts = true WHERE url = 'https://a.org/saved'`)
  const deleting = deleteUnusedLinkPreviews()
  const waiting = () => db().$queryRaw`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await expect.poll(waiting).toHaveLength(1)
  await writer.query('COMMIT')
  expect(await deleting).toBe(0)
  expect(await left()).toContain('https://a.org/saved')
})

test('to be asked for is to be used', async () => {
  await add([{ url: 'https://a.org/asked', usedAt: daysAgo(100) }])
  await findUsedRow('https://a.org/asked')
  expect(await deleteUnusedLinkPreviews()).toBe(0)
  expect(await findUsedRow('https://a.org/asked')).toMatchObject({ usedAt: expect.any(Date) })
  expect(await findUsedRow('https://a.org/never')).toBeNull()
})
