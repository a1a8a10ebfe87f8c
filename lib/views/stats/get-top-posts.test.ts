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

/** Posts of which the `n`th was read so often, so many days ago, by each of so many shards. */
async function addRead(views: string, daysAgo: string, shards: number): Promise<void> {
  await db().$executeRawUnsafe(
    `INSERT INTO posts (slug, title, content, published_at) SELECT 'of-year-' || n, 'Of a year', 'Words.', '2020-01-01' FROM generate_series(1, ${postCount}) AS n`,
  )
  await db().$executeRawUnsafe(
    `INSERT INTO view_counts (post_id, day, shard, views)
     SELECT posts.id, date '${today}' - (${daysAgo}), shard, ${views} FROM posts, generate_series(0, ${shards - 1}) AS shard,
            LATERAL (SELECT replace(slug, 'of-year-', '')::integer AS n) AS number WHERE ${views} > 0`,
  )
  // A shard that counted nothing else has counted these.
  await db().$executeRaw`DELETE FROM view_days WHERE views = 0`
}

/** The twenty posts of most views in the span, by a count of everything. */
async function countTop(span: Span) {
  const { first, last } = daysOfSpan(span, 'UTC', at)
  return db().$queryRaw`
    SELECT slug, sum(views)::float8 AS views FROM view_counts JOIN posts ON posts.id = post_id
     WHERE day BETWEEN ${first ?? '0001-01-01'}::date AND ${last}::date GROUP BY posts.id HAVING sum(views) > 0 ORDER BY 2 DESC, posts.id LIMIT 20`
}

/** Whether few posts were looked at, of those that may be on top, in the spans in which that was so. */
async function spansOfFew(): Promise<Span[]> {
  const few: Span[] = []
  for (const span of spans) {
    const [row] = await db().$queryRaw<{ isFew: boolean }[]>`
      WITH ${topOfDays(daysOfSpan(span, 'UTC', at), 20)}
      SELECT (SELECT is_few FROM near_few) AND (SELECT is_few FROM possible_few) AS "isFew" FROM (SELECT count(*) FROM top) AS top`
    if (row?.isFew) few.push(span)
  }
  return few
}

test.each<[string, string, string, number, Span[]]>([
  ['a few have most readers', '20000 / (n * n) + 1', 'n * 7 % 800', 1, ['365', 'all']],
  ['a few have most readers now', '20000 / (n * n) + 1', 'n % 7', 3, spans],
  [
    'a few have most readers now, and many processes counted',
    '20000 / (n * n) + 1',
    'n % 7',
    16,
    spans,
  ],
  ['all are read alike', '1', 'n % 300', 2, []],
  [
    'the most read had their time before',
    'CASE WHEN n <= 60 THEN 9000 ELSE n % 5 END',
    'CASE WHEN n <= 60 THEN 400 + n ELSE n % 360 END',
    2,
    ['all'],
  ],
  ['nobody was read in it', '5', '365 + n', 2, []],
  // The bar is 160, which those of one shard have at once, and those of sixteen in sixteen parts.
  [
    'some were counted by many, and others by one',
    'CASE WHEN n <= 15 THEN 10 WHEN n <= 30 AND shard = 3 THEN 160 ELSE 0 END',
    'n % 7',
    16,
    spans,
  ],
  [
    'one has many small sums, and others a larger one each',
    'CASE WHEN n = 600 THEN 30 WHEN n <= 25 AND shard = 0 THEN 100 + n WHEN shard = 0 THEN 1 ELSE 0 END',
    'n % 7',
    16,
    spans,
  ],
])(
  'top posts of a span are those that a count of everything finds, where %s',
  async (_, views, daysAgo, shards, few) => {
    await addRead(views, daysAgo, shards)
    expect(await spansOfFew()).toEqual(few)
    for (const span of spans) {
      const top = await getTopPosts(owner, span, at)
      expect(
        top.map(({ slug, views: ofPost }) => ({ slug, views: ofPost })),
        span,
      ).toEqual(await countTop(span))
    }
  },
)

test('nothing is on top of a blog that nobody has read', async () => {
  expect(await getTopPosts(owner, 'all', at)).toEqual([])
  expect(
    await db().$queryRaw(
      Prisma.sql`WITH ${topOfDays({ first: today, last: today }, 1)} SELECT * FROM top`,
    ),
  ).toEqual([])
})
