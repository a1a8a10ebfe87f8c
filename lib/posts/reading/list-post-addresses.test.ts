import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { listPostAddresses } from './list-post-addresses'

await ownDatabase()
beforeEach(async () => {
  await db().post.deleteMany()
})

type Fields = { id: number; at?: string; updatedAt?: string; draft?: boolean }

/** Adds posts that change on their publication day by default. */
const add = (...posts: Fields[]) =>
  db().post.createMany({
    data: posts.map(({ id, at = '2025-01-01', updatedAt = at, ...fields }) => ({
      id,
      slug: `post-${id}`,
      title: 'T',
      content: 'W',
      tags: [],
      ...fields,
      publishedAt: new Date(at),
      updatedAt: new Date(updatedAt),
    })),
  })
const later = new Date(Date.now() + 60_000).toISOString()

test('dates a post by its last change, or by its publication if that is later', async () => {
  await add(
    { id: 1, at: '2025-05-01', updatedAt: '2025-01-01' },
    { id: 2, at: '2024-01-01', updatedAt: '2025-03-01' },
    { id: 3, at: '2025-06-01', draft: true },
    { id: 4, at: later },
  )
  const words = { title: 'T', summary: '', isPage: false }
  expect(await listPostAddresses(10)).toEqual([
    { slug: 'post-1', ...words, updatedAt: new Date('2025-05-01') },
    { slug: 'post-2', ...words, updatedAt: new Date('2025-03-01') },
  ])
  expect(await listPostAddresses(1)).toMatchObject([{ slug: 'post-1' }])
})
