import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { dateLists, dateNewestPost } from './date-lists'
import { listArchive } from './list-archive'
import { listPostAddresses, listPostTitles } from './list-post-addresses'
import { hasMorePosts, listSitemapParts } from './list-sitemap-parts'
import { listTags } from './list-tags'

await ownDatabase()
beforeEach(async () => {
  await db().post.deleteMany()
})

type Fields = { id: number; at?: string; updatedAt?: string; draft?: boolean; tags?: string[] }

/** Posts that change on the day they come out, where nothing else is said. */
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

test('a post stands in the file of its id, and each file says when the newest of its posts changed', async () => {
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

test('a post that was written long before it came out changed when it did', async () => {
  await add({ id: 1, at: '2025-05-01', updatedAt: '2025-01-01' })
  expect(await parts()).toEqual([[1, '2025-05-01']])
})

test('drafts and posts whose time has not come are in no file, and date none; a file of nothing else is not listed', async () => {
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

test('a change of a post, its publication and its deletion date its file anew, and no other', async () => {
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

test('of no posts there are no files', async () => {
  expect(await parts()).toEqual([])
  expect(await dateLists('UTC')).toEqual({ years: [], tags: [] })
  expect(await dateNewestPost()).toBeUndefined()
})

test('whether there are more posts counts public ones alone', async () => {
  await add({ id: 1 }, { id: 2 }, { id: 3, draft: true }, { id: 4, at: later })
  expect([await hasMorePosts(1), await hasMorePosts(2)]).toEqual([true, false])
})

test('the lists are dated by when the newest of their public posts came out, whatever was edited since, tags in the order of their page', async () => {
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
    { tag: 'Bees', publishedAt: new Date('2023-12-31T23:30:00Z') },
    { tag: 'sql', publishedAt: new Date('2024-03-01') },
  ])
  expect(tags.map(({ tag }) => tag)).toEqual((await listTags()).map(({ tag }) => tag))
  expect(await dateNewestPost()).toEqual(new Date('2025-02-01'))
})

test('the years are those of the archive, where the blog is', async () => {
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

test('of the titles no more are read than are asked for, the newest', async () => {
  await add(
    { id: 1, at: '2024-01-01' },
    { id: 2 },
    { id: 3, at: '2023-01-01' },
    { id: 4, draft: true },
    { id: 5, at: later },
  )
  expect((await listPostTitles(2)).map(({ slug }) => slug)).toEqual(['post-2', 'post-1'])
})
