import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { ownDatabase } from '@/test/database/database'
import { type AdminPostsFilter, adminPostsPerPage } from './admin-posts'
import { listPostsForAdmin } from './list-posts-for-admin'

await ownDatabase()
const owner = await addActor('owner')

const many = 1_002
const hours = (n: number) => new Date(Date.UTC(2025, 0, 1, -n))
const add = (
  slug: string,
  count: number,
  fields: { title: string; content?: string; draft?: boolean; publishedAt?: (n: number) => Date },
) =>
  db().post.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      slug: `${slug}-${n}`,
      content: '',
      ...fields,
      publishedAt: (fields.publishedAt ?? hours)(n),
    })),
  })

beforeAll(async () => {
  await add('often', many, { title: 'Notes of a week' })
  // Newer posts without the search word, so that matches are not at the top of the list.
  await add('newer', 60, { title: 'Bees, zq', publishedAt: (n) => hours(n - 100) })
  await add('wait', 2, { title: 'Notes that wait', publishedAt: () => new Date('2999-01-01') })
  await add('draft', 1, { title: 'Notes, unfinished', draft: true })
  await add('within', 1, { title: 'Untitled', content: 'The *hedgehog* sleeps.', draft: true })
})

const list = (filter: Partial<AdminPostsFilter>) =>
  listPostsForAdmin(owner, { tab: 'published', search: '', page: 1, ...filter })
const slugs = async (filter: Partial<AdminPostsFilter>) =>
  (await list(filter)).posts.map(({ slug }) => slug)

describe('post search', () => {
  test('counts matches in each tab, and without a search all', async () => {
    expect((await list({ search: 'notes' })).counts).toEqual({
      all: many + 3,
      draft: 1,
      scheduled: 2,
      published: many,
      deleted: 0,
    })
    expect((await list({ search: 'of' })).counts).toEqual({
      all: many,
      draft: 0,
      scheduled: 0,
      published: many,
      deleted: 0,
    })
    expect((await list({ search: 'bees' })).counts).toEqual({
      all: 60,
      draft: 0,
      scheduled: 0,
      published: 60,
      deleted: 0,
    })
    expect((await list({})).counts).toEqual({
      all: many + 64,
      draft: 2,
      scheduled: 2,
      published: many + 60,
      deleted: 0,
    })
  })

  test.each(['notes', 'of', 'ofte'])(
    'lists matches of %j newest first, to the last page',
    async (search) => {
      const pages = Math.ceil(many / adminPostsPerPage)
      expect((await slugs({ search })).slice(0, 2)).toEqual(['often-0', 'often-1'])
      expect(await list({ search, page: pages - 1 })).toMatchObject({
        posts: { length: adminPostsPerPage },
        hasMore: true,
      })
      const last = await list({ search, page: pages })
      expect(last.posts.map(({ slug }) => slug)).toEqual(['often-1000', 'often-1001'])
      expect(last.hasMore).toBe(false)
      expect(await list({ search, page: pages + 1 })).toMatchObject({ posts: [], hasMore: false })
    },
  )

  test.each(['bees', 'zq', 'newer-'])(
    'lists matches of %j newest first if there are few',
    async (search) => {
      expect((await slugs({ search })).slice(0, 2)).toEqual(['newer-0', 'newer-1'])
      expect(await list({ search })).toMatchObject({
        posts: { length: adminPostsPerPage },
        hasMore: true,
      })
      expect(await list({ search, page: 2 })).toMatchObject({
        posts: { length: 10 },
        hasMore: false,
      })
    },
  )

  test('lists all posts with their status: last edited drafts, then the newest posts', async () => {
    await db().post.update({ where: { slug: 'wait-1' }, data: { title: 'Notes that wait' } })
    await db().post.update({ where: { slug: 'draft-0' }, data: { title: 'Notes, unfinished' } })
    const { posts } = await list({ tab: 'all', search: 'notes' })
    expect(posts.slice(0, 2).map(({ slug, status }) => `${slug} ${status}`)).toEqual([
      'draft-0 draft',
      'wait-1 scheduled',
    ])
    expect(posts.at(-1)?.status).toBe('published')
  })

  test.each(['hedgehog', 'hedge', 'the hedgehog sl'])(
    'finds %j in the text of a draft',
    async (search) => {
      expect(await slugs({ tab: 'draft', search })).toEqual(['within-0'])
    },
  )

  test('returns no posts without matches', async () => {
    for (const search of ['wasps', 'zz', '%%%', '__'])
      expect(await list({ search }), search).toMatchObject({
        posts: [],
        hasMore: false,
        counts: { published: 0 },
      })
  })
})
