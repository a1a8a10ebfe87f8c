import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { pagesMax, rankedMax } from './search'
import { searchPosts } from './search-posts'

await ownDatabase()

// Newer posts without the word.
beforeAll(async () => {
  for (const slug of ['threads', 'views', 'brulee'])
    await addPost(slug, { content: 'Something else.' })
})

describe('a word in a very large number of posts', () => {
  const older = 'crowded-1'
  const readOf = (typed: string) =>
    db().$transaction(async (client) => {
      const readSoFar = async () => {
        const [row] = await client.$queryRaw<{ rows: number }[]>`
          SELECT (seq_tup_read + idx_tup_fetch)::integer AS rows
            FROM pg_stat_xact_user_tables WHERE relname = 'posts'`
        return row?.rows ?? Number.NaN
      }
      const before = await readSoFar()
      await client.$queryRaw`
        SELECT newest_found_posts(search_term(${typed}, false), ${rankedMax + 1}::integer)`
      return (await readSoFar()) - before
    })

  beforeAll(async () => {
    await db().$executeRaw`
      INSERT INTO posts (slug, title, content, published_at)
      SELECT 'crowded-' || n, CASE n WHEN 1 THEN 'crowdedword' ELSE 'Crowded' END,
             'crowdedword' || CASE n WHEN 7 THEN ' loneword' ELSE '' END,
             '2024-01-01'::timestamptz + n * interval '1 minute' FROM generate_series(1, 3000) AS n`
    await db().$executeRaw`ANALYZE posts`
  })
  afterAll(() => db().post.deleteMany({ where: { slug: { startsWith: 'crowded-' } } }))

  test('counts, ranks and shows the newest posts, and reports older ones', async () => {
    const first = await searchPosts('crowdedword', 1)
    expect(first).toMatchObject({ count: rankedMax, has_older: true })
    expect(first.hits[0]?.slug).toBe('crowded-3000')
    const last = await searchPosts('crowdedword', pagesMax)
    expect(last.hits.at(-1)?.slug).toBe(`crowded-${3_001 - rankedMax}`)
    // The older post would rank first.
    expect([...first.hits, ...last.hits].map(({ slug }) => slug)).not.toContain(older)
    expect(await searchPosts('crowdedword loneword', 1)).toMatchObject({
      count: 1,
      has_older: false,
      hits: [{ slug: 'crowded-7' }],
    })
  })

  test('reads no more posts than it ranks, and only the matches of a rare word', async () => {
    const newer = await db().post.count({ where: { slug: { not: { startsWith: 'crowded-' } } } })
    const read = await readOf('crowdedword')
    expect(read).toBeGreaterThan(rankedMax)
    expect(read).toBeLessThanOrEqual(rankedMax + 1 + newer)
    expect(await readOf('loneword')).toBe(1)
  })
})
