import { beforeAll, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { searchPosts } from '@/lib/search/search-posts'
import { getBlog } from '@/lib/settings/get-blog'
import { addActor } from '@/test/authorisation/actors'
import { ownDatabase } from '@/test/database/database'
import { reservePostId } from './editing/create-post'
import { listPostsForAdmin } from './editing/list-posts-for-admin'
import { publishPost } from './editing/publish-post'
import { saveEditedPost } from './editing/save-edited-post'
import { getFeedPosts } from './reading/get-feed-posts'
import { getNextPost } from './reading/get-next-post'
import { listPosts } from './reading/get-posts'
import { listPostsOfYear, listYears } from './reading/list-archive'
import { listPostAddresses } from './reading/list-post-addresses'
import { listTags } from './reading/list-tags'

await ownDatabase()
const owner = await addActor('owner')

const input = (title: string, slug = '') => ({
  base: 0,
  slug,
  title,
  summary: '',
  tags: ['walrus'],
  cover: '',
  coverAlt: '',
  content: 'Words about a walrus.',
})

async function publish(title: string, isPage: boolean): Promise<number> {
  const id = await reservePostId(owner)
  await saveEditedPost(owner, id, { ...input(title), isPage })
  await publishPost(owner, id)
  return id
}

let ids: { about: number; post: number }

beforeAll(async () => {
  const about = await publish('About us', true)
  ids = { post: await publish('A post', false), about }
  await publish('Contact', true)
  await db().viewCount.create({ data: { postId: about, day: new Date(), views: 3 } })
})

test('lists of posts contain no pages', async () => {
  const slugs = ['a-post']
  const { posts, total } = await listPosts(1)
  expect([posts.map(({ slug }) => slug), total]).toEqual([slugs, 1])
  expect((await listPosts(1, 'walrus')).posts.map(({ slug }) => slug)).toEqual(slugs)
  expect(await listTags('en')).toMatchObject([{ tag: 'walrus', posts: 1 }])
  expect(await listYears('UTC')).toMatchObject([{ posts: 1 }])
  const year = new Date().getUTCFullYear()
  expect((await listPostsOfYear('UTC', year)).map(({ slug }) => slug)).toEqual(slugs)
  expect((await getFeedPosts()).map(({ slug }) => slug)).toEqual(slugs)
  expect((await getFeedPosts('walrus')).map(({ slug }) => slug)).toEqual(slugs)
  expect(await getNextPost(ids.post)).toBeUndefined()
})

test('pages are in the sitemap, the search and, by publication, the navigation', async () => {
  expect((await getBlog()).pages).toEqual([
    { slug: 'about-us', title: 'About us', isPublished: true },
    { slug: 'contact', title: 'Contact', isPublished: true },
  ])
  const addresses = (await listPostAddresses(9)).map(({ slug, isPage }) => [slug, isPage])
  expect(addresses).toEqual([
    ['contact', true],
    ['a-post', false],
    ['about-us', true],
  ])
  expect((await searchPosts('walrus', 1)).hits).toHaveLength(3)
})

test('the admin area lists pages apart from posts', async () => {
  const list = async (isPage: boolean) => {
    const filter = { isPage, tab: 'published', search: '', page: 1 } as const
    const { posts, counts } = await listPostsForAdmin(owner, filter)
    return [posts.map(({ slug }) => slug), counts.published]
  }
  expect(await list(true)).toEqual([['contact', 'about-us'], 2])
  expect(await list(false)).toEqual([['a-post'], 1])
})

test('comments on a new page are closed', async () => {
  const closed = await db().post.findMany({
    where: { commentsClosed: true },
    orderBy: { id: 'asc' },
  })
  expect(closed.map(({ isPage }) => isPage)).toEqual([true, true])
})

test('a page cannot have the address of another part of the blog', async () => {
  const id = await reservePostId(owner)
  const { slug, revision } = await saveEditedPost(owner, id, { ...input('Search'), isPage: true })
  expect(slug).toBe('search-2')
  for (const reserved of ['search', 'Admin', 'feed.xml'])
    await expect(
      saveEditedPost(owner, id, { ...input('Search', reserved), base: revision }),
    ).rejects.toMatchObject({ errors: [{ field: 'slug' }] })
})
