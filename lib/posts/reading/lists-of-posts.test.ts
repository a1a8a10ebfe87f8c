import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { getFeedPosts } from './get-feed-posts'
import { getNextPost } from './get-next-post'
import { getPost, listPosts } from './get-posts'
import { listPostsOfYear, listYears } from './list-archive'
import { listTags } from './list-tags'

await ownDatabase()

type Row = {
  slug: string
  at: string
  tags?: string[]
  title?: string
  summary?: string
  draft?: boolean
}

beforeAll(async () => {
  const rows: Row[] = [
    { slug: 'oldest', at: '2023-12-31T23:30:00Z', tags: ['C++', 'a/b'] },
    { slug: 'alone', at: '2024-03-01T00:00:00Z', title: 'Keeping bees in winter', tags: [] },
    { slug: 'twin-a', at: '2024-05-01T00:00:00Z', tags: ['C++', 'C++', 'sql'] },
    { slug: 'twin-b', at: '2024-05-01T00:00:00Z', tags: ['sql', '日本', '.'] },
    {
      slug: 'newest',
      at: '2025-01-01T00:00:00Z',
      tags: ['sql', 'C++'],
      summary: 'About winter and bees',
    },
    { slug: 'draft', at: '2024-01-01T00:00:00Z', tags: ['sql', 'secret'], draft: true },
    { slug: 'later', at: '2999-01-01T00:00:00Z', tags: ['sql', 'secret'] },
  ]
  for (const { at, title, ...row } of rows) {
    await db().post.create({
      data: { title: title ?? row.slug, content: 'Words.', publishedAt: new Date(at), ...row },
    })
  }
})

async function idOf(slug: string): Promise<number> {
  return (await db().post.findUniqueOrThrow({ where: { slug }, select: { id: true } })).id
}

describe('a tag', () => {
  test.each([
    ['C++', ['newest', 'twin-a', 'oldest']],
    ['a/b', ['oldest']],
    ['.', ['twin-b']],
    ['日本', ['twin-b']],
    ['c++', []],
    ['secret', []],
    [`'; DROP TABLE posts; --`, []],
  ])('%j lists the public posts that have it', async (tag, slugs) => {
    const { posts, pages, total } = await listPosts(1, tag)
    expect(posts.map(({ slug }) => slug)).toEqual(slugs)
    expect({ pages, total }).toEqual({ pages: 1, total: slugs.length })
    expect((await getFeedPosts(tag)).map(({ slug }) => slug)).toEqual(slugs)
  })

  test('counts each public post once', async () => {
    const tags = await listTags('en')
    expect(Object.fromEntries(tags.map(({ tag, posts }) => [tag, posts]))).toEqual({
      '.': 1,
      'a/b': 1,
      'C++': 3,
      sql: 3,
      日本: 1,
    })
  })
})

test('a list has several pages and ends', async () => {
  await db().post.createMany({
    data: Array.from({ length: 21 }, (_, index) => ({
      slug: `many-${index}`,
      title: 'Many',
      content: '',
      tags: ['many'],
      publishedAt: new Date('2001-01-01'),
    })),
  })
  expect(await listPosts(1, 'many')).toMatchObject({ pages: 2, total: 21, posts: { length: 20 } })
  expect(await listPosts(2, 'many')).toMatchObject({ pages: 2, posts: [{ slug: 'many-0' }] })
  expect(await listPosts(3, 'many')).toMatchObject({ posts: [] })
  await db().post.deleteMany({ where: { slug: { startsWith: 'many-' } } })
})

describe('the archive', () => {
  const yearsOf = async (timeZone: string) =>
    (await listYears(timeZone)).map(({ year, posts }) => [year, posts])
  const slugsOf = async (year: number, timeZone = 'UTC') =>
    (await listPostsOfYear(timeZone, year)).map(({ slug }) => slug)

  test('counts and dates all years, the newest first', async () => {
    expect(await listYears('UTC')).toEqual([
      { year: 2025, posts: 1, publishedAt: new Date('2025-01-01') },
      { year: 2024, posts: 3, publishedAt: new Date('2024-05-01') },
      { year: 2023, posts: 1, publishedAt: new Date('2023-12-31T23:30:00Z') },
    ])
  })

  test('lists the posts of a year in list order', async () => {
    expect(await slugsOf(2024)).toEqual(['twin-b', 'twin-a', 'alone'])
    expect(await listPostsOfYear('UTC', 2025)).toEqual([
      { slug: 'newest', title: 'newest', publishedAt: new Date('2025-01-01') },
    ])
    expect(await slugsOf(1999)).toEqual([])
  })

  test('omits years without posts, and ends with the oldest post', async () => {
    await db().post.createMany({
      data: ['1999-12-31T23:59:59.999Z', '2000-01-01T00:00:00Z'].map((at, index) => ({
        slug: `turn-${index}`,
        title: 'Turn',
        content: '',
        publishedAt: new Date(at),
      })),
    })
    expect((await yearsOf('UTC')).slice(-2)).toEqual([
      [2000, 1],
      [1999, 1],
    ])
    expect(await slugsOf(1999)).toEqual(['turn-0'])
    expect((await yearsOf('Asia/Tokyo')).at(-1)).toEqual([2000, 2])
    expect(await slugsOf(2000, 'Asia/Tokyo')).toEqual(['turn-1', 'turn-0'])
    await db().post.deleteMany({ where: { slug: { startsWith: 'turn-' } } })
  })

  test('uses the blog’s time zone for years', async () => {
    expect(await yearsOf('Europe/Zurich')).toContainEqual([2024, 4])
    expect((await yearsOf('America/New_York'))[0]).toEqual([2024, 4])
  })
})

describe('the next post', () => {
  const next = async (slug: string) => (await getNextPost(await idOf(slug)))?.slug

  test('shares the most tags, and is neither the same nor a non-public one', async () => {
    expect(await next('newest')).toBe('twin-a')
  })

  test('shares words, if no post shares a tag', async () => {
    expect(await next('alone')).toBe('newest')
  })
})

test('a post includes its cover and alternative text', async () => {
  await db().post.update({
    where: { slug: 'alone' },
    data: { cover: '/images/bees-1200x800.webp', coverAlt: 'Bees' },
  })
  expect(await getPost('alone')).toMatchObject({
    cover: '/images/bees-1200x800.webp',
    coverAlt: 'Bees',
  })
  expect((await listPosts(1)).posts).toContainEqual(
    expect.objectContaining({ slug: 'alone', coverAlt: 'Bees' }),
  )
})
