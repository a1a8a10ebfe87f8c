import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { ownDatabase } from '@/test/database/database'
import { getTopPosts } from './get-top-posts'
import { daysOfSpan, type Span } from './span'

await ownDatabase()
const owner = await addActor('owner')
const today = '2026-03-10'
const at = new Date(`${today}T12:00:00Z`)
const postCount = 600
const spans: Span[] = ['7', '30', '90', '365', 'all']

beforeEach(() => db().post.deleteMany())

/**
 * Adds posts; the SQL expressions give the views of the `n`th post, how many days ago and by how
 * many shards.
 */
async function addRead(views: string, daysAgo: string, shards: number): Promise<void> {
  await db().$executeRawUnsafe(
    `INSERT INTO posts (slug, title, content, published_at) SELECT 'of-year-' || n, 'Of a year',
      'Words.', '2020-01-01' FROM generate_series(1, ${postCount}) AS n`,
  )
  await db().$executeRawUnsafe(
    `INSERT INTO view_counts (post_id, day, shard, views)
     SELECT posts.id, date '${today}' - (${daysAgo}), shard, ${views}
       FROM posts, generate_series(0, ${shards - 1}) AS shard,
            LATERAL (SELECT replace(slug, 'of-year-', '')::integer AS n) AS number
              WHERE ${views} > 0`,
  )
}

/** Returns the top twenty posts of the span by adding up all rows. */
async function countTop(span: Span) {
  const { first, last } = daysOfSpan(span, 'UTC', at)
  return db().$queryRaw`
    SELECT slug, sum(views)::float8 AS views FROM view_counts JOIN posts ON posts.id = post_id
     WHERE day BETWEEN ${first ?? '0001-01-01'}::date AND ${last}::date
       GROUP BY posts.id HAVING sum(views) > 0 ORDER BY 2 DESC, posts.id LIMIT 20`
}

test.each<[string, string, string, number]>([
  ['a few posts have most views', '20000 / (n * n) + 1', 'n * 7 % 800', 1],
  ['many processes have counted views', '20000 / (n * n) + 1', 'n % 7', 16],
  ['all posts have equal views', '1', 'n % 300', 2],
  ['the span has no views', '5', '365 + n', 2],
])('returns the same top posts as a full count if %s', async (_, views, daysAgo, shards) => {
  await addRead(views, daysAgo, shards)
  for (const span of spans) {
    const top = await getTopPosts(owner, span, { at })
    expect(
      top.map(({ slug, views: ofPost }) => ({ slug, views: ofPost })),
      span,
    ).toEqual(await countTop(span))
  }
})

test('returns no top posts for a blog without views', async () => {
  expect(await getTopPosts(owner, 'all', { at })).toEqual([])
})
