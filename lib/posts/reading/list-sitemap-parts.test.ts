import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { dateLists, dateNewestPost, listArchive } from './list-archive'
import {
  hasMorePosts,
  listPostAddresses,
  listPostTitles,
  listSitemapParts,
} from './list-post-addresses'

await ownDatabase()
beforeEach(async () => {
  await db().post.deleteMany()
})

type Fields = { id: number; at?: string; updatedAt?: string; draft?: boolean; tags?: string[] }

/** Adds posts that change on their publication day by default. */
const add = (...posts: Fields[]) =>
  db().post.createMany({
    data: posts.map(({ id, at = '2025-01-01', updatedAt = at, ...fields }) => ({
      ...{ id, slug: `post-${id}`, title: 'T', content: 'W', tags: [], ...fields },
      publishedAt: new Date(at),
      updatedAt: new Date(updatedAt),
    })),
  })
const later = new Date(Date.now() + 60_000).toISOString()
const parts = async () =>
  (await listSitemapParts()).map(({ part, updatedAt }) => [
    part,
    updatedAt.toISOString().slice(0, 10),
  ])
const slugs = async (part?: number) => (await listPostAddresses(part)).map(({ slug }) => slug)

test('assigns posts to files by id, and dates each file by its latest change', async () => {
  await add(
    { id: 1 },
    { id: 5_000, updatedAt: '2025-03-01' },
    { id: 2, updatedAt: '2025-02-01' },
    { id: 5_001, at: '2024-01-01' },
    { id: 20_001, at: '2023-01-01' },
  )
  expect(await parts()).toEqual([
    [1, '2025-03-01'],
    [2, '2024-01-01'],
    [5, '2023-01-01'],
  ])
  expect(await slugs(1)).toEqual(['post-5000', 'post-2', 'post-1'])
  expect(await slugs(2)).toEqual(['post-5001'])
  expect(await slugs(3)).toEqual([])
  expect(await slugs()).toEqual(['post-5000', 'post-2', 'post-1', 'post-5001', 'post-20001'])
})

test('dates a post that was edited before its publication by its publication', async () => {
  await add({ id: 1, at: '2025-05-01', updatedAt: '2025-01-01' })
  expect(await parts()).toEqual([[1, '2025-05-01']])
})

test('excludes drafts and scheduled posts, and lists no file without public posts', async () => {
  await add(
    { id: 1 },
    { id: 2, at: '2025-06-01', draft: true },
    { id: 3, at: later },
    { id: 5_001, draft: true },
    { id: 10_001, at: later },
  )
  await add({ id: 15_001 })
  expect(await parts()).toEqual([
    [1, '2025-01-01'],
    [4, '2025-01-01'],
  ])
  expect(await slugs(1)).toEqual(['post-1'])
  expect(await slugs(3)).toEqual([])
})

test('editing, publishing and deleting a post changes the date of its file only', async () => {
  await add({ id: 1 }, { id: 5_001, draft: true }, { id: 5_002 })
  await db().post.update({
    where: { id: 5_001 },
    data: { draft: false, updatedAt: new Date('2025-07-01') },
  })
  expect(await parts()).toEqual([
    [1, '2025-01-01'],
    [2, '2025-07-01'],
  ])
  await db().post.delete({ where: { id: 5_001 } })
  expect(await parts()).toContainEqual([2, '2025-01-01'])
  await db().post.delete({ where: { id: 5_002 } })
  expect(await parts()).toEqual([[1, '2025-01-01']])
})

test('returns nothing if there are no posts', async () => {
  expect(await parts()).toEqual([])
  expect(await dateLists('UTC')).toEqual({ years: [], tags: [] })
  expect(await dateNewestPost()).toBeUndefined()
})

test('hasMorePosts counts public posts only', async () => {
  await add({ id: 1 }, { id: 2 }, { id: 3, draft: true }, { id: 4, at: later })
  expect([await hasMorePosts(1), await hasMorePosts(2)]).toEqual([true, false])
})

test('dates lists by their newest public post, regardless of edits', async () => {
  await add(
    { id: 1, at: '2023-12-31T23:30:00Z', tags: ['sql', 'Bees', 'sql'] },
    { id: 2, at: '2024-03-01', updatedAt: '2025-08-01', tags: ['sql'] },
    { id: 3, at: '2025-02-01' },
    { id: 4, at: '2025-09-01', tags: ['secret', 'sql'], draft: true },
    { id: 5, at: later, tags: ['secret', 'sql'] },
  )
  const { years, tags } = await dateLists('UTC')
  expect(years.map(({ year, publishedAt }) => [year, publishedAt.toISOString()])).toEqual([
    [2025, '2025-02-01T00:00:00.000Z'],
    [2024, '2024-03-01T00:00:00.000Z'],
    [2023, '2023-12-31T23:30:00.000Z'],
  ])
  expect(tags).toEqual([
    { tag: 'Bees', posts: 1, publishedAt: new Date('2023-12-31T23:30:00Z') },
    { tag: 'sql', posts: 2, publishedAt: new Date('2024-03-01') },
  ])
  expect(await dateNewestPost()).toEqual(new Date('2025-02-01'))
})

test('years match those of the archive in the blog’s time zone', async () => {
  await add(
    { id: 1, at: '1999-12-31T23:30:00Z' },
    { id: 2, at: '2024-12-31T23:30:00Z' },
    { id: 3, at: '2025-02-01' },
  )
  const yearsOf = async (timeZone: string) =>
    (await dateLists(timeZone)).years.map(({ year }) => year)
  expect(await yearsOf('UTC')).toEqual([2025, 2024, 1999])
  expect((await dateLists('Europe/Zurich')).years).toEqual([
    { year: 2025, publishedAt: new Date('2025-02-01') },
    { year: 2000, publishedAt: new Date('1999-12-31T23:30:00Z') },
  ])
  for (const timeZone of ['UTC', 'Europe/Zurich', 'Pacific/Honolulu']) {
    expect(await yearsOf(timeZone)).toEqual(
      (await listArchive(timeZone)).years.map(({ year }) => year),
    )
  }
})

test('returns only the requested number of titles, the newest', async () => {
  await add(
    { id: 1, at: '2024-01-01' },
    { id: 2 },
    { id: 3, at: '2023-01-01' },
    { id: 4, draft: true },
    { id: 5, at: later },
  )
  expect((await listPostTitles(2)).map(({ slug }) => slug)).toEqual(['post-2', 'post-1'])
})
