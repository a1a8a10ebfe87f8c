import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { addActor } from '@/test/authorisation/actors'
import { ownDatabase } from '@/test/database/database'
import { daysOfSpan } from './days-of-span'
import { getTopPosts } from './get-top-posts'
import type { Span } from './span'
import { topOfDays } from './top-of-days'

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
  // Every shard has a row in `view_days`.
  await db().$executeRaw`DELETE FROM view_days WHERE views = 0`
}

/** Returns the top twenty posts of the span by adding up all rows. */
async function countTop(span: Span) {
  const { first, last } = daysOfSpan(span, 'UTC', at)
  return db().$queryRaw`
    SELECT slug, sum(views)::float8 AS views FROM view_counts JOIN posts ON posts.id = post_id
     WHERE day BETWEEN ${first ?? '0001-01-01'}::date AND ${last}::date
       GROUP BY posts.id HAVING sum(views) > 0 ORDER BY 2 DESC, posts.id LIMIT 20`
}

/** Returns true for the spans in which the query read only a few posts. */
async function spansOfFew(): Promise<Span[]> {
  const few: Span[] = []
  for (const span of spans) {
    const [row] = await db().$queryRaw<{ isFew: boolean }[]>`
      WITH ${topOfDays(daysOfSpan(span, 'UTC', at), 20)}
      SELECT (SELECT is_few FROM near_few) AND (SELECT is_few FROM possible_few) AS "isFew"
        FROM (SELECT count(*) FROM top) AS top`
    if (row?.isFew) few.push(span)
  }
  return few
}

test.each<[string, string, string, number, Span[]]>([
  ['a few have most readers', '20000 / (n * n) + 1', 'n * 7 % 800', 1, ['365', 'all']],
  ['a few have most readers now', '20000 / (n * n) + 1', 'n % 7', 3, spans],
  [
    'a few posts are popular now and many processes counted',
    '20000 / (n * n) + 1',
    'n % 7',
    16,
    spans,
  ],
  ['all are read alike', '1', 'n % 300', 2, []],
  [
    'the most read posts were popular before the span',
    'CASE WHEN n <= 60 THEN 9000 ELSE n % 5 END',
    'CASE WHEN n <= 60 THEN 400 + n ELSE n % 360 END',
    2,
    ['all'],
  ],
  ['nobody was read in it', '5', '365 + n', 2, []],
  // The threshold is 160: posts of one shard reach it at once, and those of sixteen shards in
  // sixteen parts.
  [
    'some posts were counted by many shards and others by one',
    'CASE WHEN n <= 15 THEN 10 WHEN n <= 30 AND shard = 3 THEN 160 ELSE 0 END',
    'n % 7',
    16,
    spans,
  ],
  [
    'one post has many small sums and others have one larger sum each',
    'CASE WHEN n = 600 THEN 30 WHEN n <= 25 AND shard = 0 THEN 100 + n ' +
      'WHEN shard = 0 THEN 1 ELSE 0 END',
    'n % 7',
    16,
    spans,
  ],
])('returns the same top posts as a full count if %s', async (_, views, daysAgo, shards, few) => {
  await addRead(views, daysAgo, shards)
  expect(await spansOfFew()).toEqual(few)
  for (const span of spans) {
    const top = await getTopPosts(owner, span, at)
    expect(
      top.map(({ slug, views: ofPost }) => ({ slug, views: ofPost })),
      span,
    ).toEqual(await countTop(span))
  }
})

test('returns no top posts for a blog without views', async () => {
  expect(await getTopPosts(owner, 'all', at)).toEqual([])
  expect(
    await db().$queryRaw(
      Prisma.sql`WITH ${topOfDays({ first: today, last: today }, 1)} SELECT * FROM top`,
    ),
  ).toEqual([])
})
