import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { getAdjacentPosts } from './get-adjacent-posts'
import { getFeedPosts } from './get-feed-posts'
import { getPost, listPosts } from './get-posts'
import { listArchive, postsOfYearMax } from './list-archive'
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
    ['a\0b', []],
    [`'; DROP TABLE posts; --`, []],
  ])('%j lists the public posts that have it', async (tag, slugs) => {
    const { posts, pages, total } = await listPosts(1, tag)
    expect(posts.map(({ slug }) => slug)).toEqual(slugs)
    expect({ pages, total }).toEqual({ pages: 1, total: slugs.length })
    expect((await getFeedPosts(tag)).map(({ slug }) => slug)).toEqual(slugs)
  })

  test('counts each public post once', async () => {
    const tags = await listTags()
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
  test('starts with the newest year and counts all years', async () => {
    const { years, posts } = await listArchive('UTC')
    expect(years).toEqual([
      { year: 2025, posts: 1 },
      { year: 2024, posts: 3 },
      { year: 2023, posts: 1 },
    ])
    expect(posts).toEqual([
      { slug: 'newest', title: 'newest', publishedAt: new Date('2025-01-01') },
    ])
  })

  test('lists the posts of a year in list order', async () => {
    expect((await listArchive('UTC', 2024)).posts.map(({ slug }) => slug)).toEqual([
      'twin-b',
      'twin-a',
      'alone',
    ])
    expect((await listArchive('UTC', 1999)).posts).toEqual([])
  })

  test('omits years without posts, and ends with the oldest post', async () => {
    await db().post.create({
      data: {
        slug: 'ancient',
        title: 'Ancient',
        content: '',
        publishedAt: new Date('1999-12-31T23:59:59.999Z'),
      },
    })
    await db().post.create({
      data: {
        slug: 'new-year',
        title: 'New',
        content: '',
        publishedAt: new Date('2000-01-01T00:00:00Z'),
      },
    })
    expect((await listArchive('UTC')).years.slice(-2)).toEqual([
      { year: 2000, posts: 1 },
      { year: 1999, posts: 1 },
    ])
    expect((await listArchive('UTC', 1999)).posts.map(({ slug }) => slug)).toEqual(['ancient'])
    expect((await listArchive('Asia/Tokyo')).years.at(-1)).toEqual({ year: 2000, posts: 2 })
    expect((await listArchive('UTC', 2010)).posts).toEqual([])
    await db().post.deleteMany({ where: { slug: { in: ['ancient', 'new-year'] } } })
    expect((await listArchive('UTC')).years).toHaveLength(3)
  })

  test('uses the blog’s time zone for years', async () => {
    expect((await listArchive('Europe/Zurich')).years).toContainEqual({ year: 2024, posts: 4 })
    expect((await listArchive('America/New_York')).years[0]).toEqual({ year: 2024, posts: 4 })
  })

  describe('of a year with as many posts as fit on a page', () => {
    const published = (name: string, count: number, at: string) =>
      db().post.createMany({
        data: Array.from({ length: count }, (_, n) => ({
          slug: `${name}-${n}`,
          title: name,
          content: '',
          publishedAt: new Date(at),
        })),
      })

    beforeAll(async () => {
      await published('crowd', postsOfYearMax - 2, '2020-02-29T23:30:00Z')
      await published('last', 1, '2020-12-31T23:30:00Z')
      await published('first', 1, '2020-01-01T00:00:00Z')
    })
    afterAll(() => db().post.deleteMany({ where: { publishedAt: { lt: new Date('2021-01-02') } } }))

    test('shows all of them', async () => {
      expect(await listArchive('UTC', 2020)).toMatchObject({
        months: [],
        posts: { length: postsOfYearMax },
      })
    })

    describe('and three more', () => {
      beforeAll(() => published('more', 3, '2020-03-15T00:00:00Z'))
      afterAll(() => db().post.deleteMany({ where: { slug: { startsWith: 'more-' } } }))

      test('shows the newest month, and lists all months with full counts', async () => {
        const { months, posts } = await listArchive('UTC', 2020)
        expect(posts.map(({ slug }) => slug)).toEqual(['last-0'])
        expect(months).toEqual([
          { month: 12, posts: 1 },
          { month: 3, posts: 3 },
          { month: 2, posts: postsOfYearMax - 2 },
          { month: 1, posts: 1 },
        ])
        expect((await listArchive('UTC', 2020, 3)).posts.map(({ slug }) => slug)).toEqual([
          'more-2',
          'more-1',
          'more-0',
        ])
        expect(await listArchive('UTC', 2020, 4)).toMatchObject({
          months: { length: 4 },
          posts: [],
        })
        expect((await listArchive('UTC', 2024)).months).toEqual([])
      })

      test('limits the count of the year', async () => {
        expect((await listArchive('UTC')).years).toContainEqual({
          year: 2020,
          posts: postsOfYearMax + 1,
        })
      })

      test('uses the blog’s time zone for months', async () => {
        const { months, posts } = await listArchive('Asia/Tokyo', 2020, 3)
        expect(months.map(({ month }) => month)).toEqual([3, 1])
        expect(posts).toHaveLength(postsOfYearMax + 1)
        expect(
          (await listArchive('America/New_York', 2020)).months.map(({ month }) => month),
        ).toEqual([12, 3, 2])
      })
    })
  })

  test('shows a single month of any other year, without a list of months', async () => {
    expect(await listArchive('UTC', 2024, 5)).toMatchObject({
      months: [],
      posts: [{ slug: 'twin-b' }, { slug: 'twin-a' }],
    })
    expect((await listArchive('UTC', 2024, 4)).posts).toEqual([])
  })
})

describe('adjacent posts', () => {
  test('include the previous and the next post, also for equal times', async () => {
    const of = async (slug: string) => {
      const { older, newer } = await getAdjacentPosts(await idOf(slug))
      return [older?.slug, newer?.slug]
    }
    expect(await of('oldest')).toEqual([undefined, 'alone'])
    expect(await of('twin-a')).toEqual(['alone', 'twin-b'])
    expect(await of('twin-b')).toEqual(['twin-a', 'newest'])
    expect(await of('newest')).toEqual(['twin-b', undefined])
  })

  test('rank shared tags first, and exclude the post and non-public posts', async () => {
    const related = async (slug: string) =>
      (await getAdjacentPosts(await idOf(slug))).related.map((post) => post.slug)
    expect(await related('newest')).toEqual(['twin-a', 'twin-b', 'oldest'])
    expect(await related('alone')).toEqual(['newest'])
  })
})

test('a post includes its cover and alternative text', async () => {
  await db().post.update({
    where: { slug: 'alone' },
    data: { cover: '/images/bees-1200x800.webp', coverAlt: 'Bees' },
  })
  expect(await getPost('alone')).toMatchObject({
    post: { cover: '/images/bees-1200x800.webp', coverAlt: 'Bees' },
  })
  expect((await listPosts(1)).posts).toContainEqual(
    expect.objectContaining({ slug: 'alone', coverAlt: 'Bees' }),
  )
})
