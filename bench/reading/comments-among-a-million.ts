/** Measures one page of comments before and after a million comments are added to other posts. */
import { show } from '@/bench/support/figure'
import { type BenchDatabase, type BenchServer, withBlog } from '@/bench/support/prepare'
import { median } from '@/bench/support/quantile'

const rounds = 400

async function medianMs(url: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < rounds; i++) {
    const startedAt = performance.now()
    // The response cache does not serve requests for ranges.
    const headers = { range: 'bytes=0-', 'x-forwarded-for': `10.9.${i >> 8}.${i & 255}` }
    await (await fetch(url, { headers })).text()
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

export async function measureAmongAMillion({
  server,
  database,
}: {
  server: BenchServer
  database: BenchDatabase
}) {
  const url = `${server.url}/api/comments?slug=measured`
  await medianMs(url)
  const baselineMs = await medianMs(url)
  // Adds only top-level comments. Their columns have the values that the disabled triggers would
  // set.
  await database.sql(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    INSERT INTO posts (slug, title, content, published_at, updated_at)
    SELECT 'other-' || n, 'Other', 'Words.', now() - interval '1 day', now()
      FROM generate_series(1, 1000) AS n;
    INSERT INTO comments (post_id, status, author_name, content, created_at)
    SELECT id, CASE WHEN n % 10 = 0 THEN 'spam' ELSE 'published' END::comment_status, 'Reader',
      repeat('words ', 20), now() - n * interval '1 minute'
      FROM posts, generate_series(1, 1000) AS n WHERE slug LIKE 'other-%';
    COMMIT`)
  await database.sql('VACUUM ANALYZE comments')
  await medianMs(url)
  const oursMs = await medianMs(url)
  const { rows } = await database.sql('SELECT count(*)::integer AS count FROM comments')
  return show({
    what: `a page of comments with ${rows[0].count.toLocaleString('en')} in the table`,
    ours: `${oursMs.toFixed(2)} ms`,
    baseline: `${baselineMs.toFixed(2)} ms without the other comments`,
    ratio: `${(oursMs / baselineMs).toFixed(2)} ×`,
    target: '≤ 1.15 ×',
    reached: oursMs / baselineMs <= 1.15,
  })
}

if (process.argv[1] === import.meta.filename) await withBlog(measureAmongAMillion)
