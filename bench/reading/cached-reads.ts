/**
 * Measures reads of 64 different threads: warm, from the response cache, and cold, from the
 * database. The baseline is an empty route handler in the same server.
 */
import { throughputFigure } from '@/bench/support/figure'
import { compare } from '@/bench/support/load'
import { type BenchDatabase, type BenchServer, withBlog } from '@/bench/support/prepare'

const threads = 64

export async function measureCachedReads({
  server,
  database,
}: {
  server: BenchServer
  database: BenchDatabase
}) {
  await database.sql(
    `INSERT INTO posts (slug, title, content, published_at)
     SELECT 'thread-' || n, 'Thread ' || n, 'Words.', now() - interval '1 day'
       FROM generate_series(1, $1::integer) AS n`,
    [threads],
  )
  await database.sql(`
    INSERT INTO comments (post_id, status, author_name, content, created_at)
    SELECT posts.id, 'published', 'Reader ' || n,
           repeat('A comment of some length, as *readers* write them. ', 4),
           now() - interval '1 hour' + n * interval '1 minute'
      FROM posts, generate_series(1, 20) AS n WHERE slug LIKE 'thread-%'`)
  const empty = `${server.url}/api/empty`
  const addresses = (path: string) =>
    Array.from({ length: threads }, (_, n) => `${server.url}${path}?slug=thread-${n + 1}`)
  // The cache does not serve requests for ranges.
  const cold = { range: 'bytes=0-' }
  const what = `${threads} threads of 20 comments`
  return [
    throughputFigure(
      `GET /api/threads, warm, ${what}`,
      await compare(addresses('/api/threads'), empty),
      3,
    ),
    throughputFigure(
      `GET /api/comments, warm, ${what}`,
      await compare(addresses('/api/comments'), empty),
      3,
    ),
    throughputFigure(
      `GET /api/threads, cold, ${what}`,
      await compare(addresses('/api/threads'), empty, cold),
      0,
    ),
    throughputFigure(
      `GET /api/comments, cold, ${what}`,
      await compare(addresses('/api/comments'), empty, cold),
      0,
    ),
  ]
}

if (process.argv[1] === import.meta.filename) await withBlog(measureCachedReads)
