import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db'
import { addActor } from '@/lib/testing/actors'
import { ownDatabase } from '@/lib/testing/database'
import { getTopPosts } from './get-top-posts'

await ownDatabase()
const owner = await addActor('owner')
const today = '2026-03-10'
const at = new Date(`${today}T12:00:00Z`)

beforeEach(() => db().post.deleteMany())

/** The twenty posts of most views in the span, by a count of everything. */
async function countTop(slugs: string, first: string) {
  return db().$queryRawUnsafe(
    `SELECT slug, sum(views)::float8 AS views FROM view_counts JOIN posts ON posts.id = post_id
      WHERE slug LIKE '${slugs}' AND day BETWEEN '${first}' AND '${today}' GROUP BY posts.id HAVING sum(views) > 0 ORDER BY 2 DESC, posts.id LIMIT 20`,
  )
}

test.each([
  ['a few have most readers', '2000 / n + n % 3', 'n * 7 % 800'],
  ['all are read alike', '1', 'n % 300'],
  ['the most read had their time before', 'CASE WHEN n <= 60 THEN 9000 ELSE n % 5 END', 'CASE WHEN n <= 60 THEN 400 + n ELSE n % 360 END'],
  ['nobody was read in it', '5', '365 + n'],
  [
    'some were counted by many processes, and others by one',
    'CASE WHEN n <= 100 THEN 100 WHEN shard = 0 THEN 150 + n ELSE 0 END',
    'n % 300',
  ],
])('top posts of a span are those that a count of everything finds, where %s', async (_, views, daysAgo) => {
  await db().$executeRawUnsafe(
    `INSERT INTO posts (slug, title, content, published_at) SELECT 'of-year-' || n, 'Of a year', 'Words.', '2020-01-01' FROM generate_series(1, 600) AS n`,
  )
  await db().$executeRawUnsafe(
    `INSERT INTO view_counts (post_id, day, shard, views)
     SELECT posts.id, date '${today}' - (${daysAgo}), shard, ${views} FROM posts, generate_series(0, 15) AS shard,
            LATERAL (SELECT replace(slug, 'of-year-', '')::integer AS n) AS number WHERE slug LIKE 'of-year-%'`,
  )
  for (const [span, first] of [
    ['7', '2026-03-04'],
    ['30', '2026-02-09'],
    ['90', '2025-12-11'],
    ['365', '2025-03-11'],
    ['all', '0001-01-01'],
  ] as const) {
    const top = await getTopPosts(owner, span, at)
    expect(
      top.map(({ slug, views: ofPost }) => ({ slug, views: ofPost })),
      span,
    ).toEqual(await countTop('of-year-%', first))
  }
})
