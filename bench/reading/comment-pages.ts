/**
 * Compares the first page of a post with 10,000 comments to one with 100: its size, the render time
 * after a purge, and the number of queries per render.
 */
import { setTimeout } from 'node:timers/promises'
import { show } from '@/bench/support/figure'
import {
  type BenchDatabase,
  type BenchServer,
  startServer,
  withBlog,
} from '@/bench/support/prepare'
import { median } from '@/bench/support/quantile'
import { transactions } from './page-queries'

const rounds = 25
/** Many, so that PostgreSQL's own background transactions do not matter. */
const countedRounds = 100
const secret = 'bench-cron-secret'

/** Adds a post with threads of ten comments. */
async function addPost(database: BenchDatabase, slug: string, threads: number): Promise<void> {
  await database.sql(
    `INSERT INTO posts (slug, title, content, published_at)
     VALUES ($1, 'Much said', 'Words.', now() - interval '90 days')`,
    [slug],
  )
  await database.sql(
    `INSERT INTO comments (post_id, status, author_name, content, created_at)
     SELECT id, 'published', 'Reader ' || n,
       repeat('A comment of some length, as readers write them. ', 4),
       published_at + n * interval '1 minute'
       FROM posts, generate_series(1, $2::integer) AS n WHERE slug = $1`,
    [slug, threads],
  )
  await database.sql(
    `INSERT INTO comments (post_id, parent_id, status, author_name, content, created_at)
     SELECT post_id, comments.id, 'published', 'Another ' || n, repeat('A reply. ', 10),
       comments.created_at + n * interval '1 minute'
       FROM comments JOIN posts ON posts.id = post_id, generate_series(1, 9) AS n
         WHERE slug = $1 AND parent_id IS NULL`,
    [slug],
  )
}

async function purge({ url }: BenchServer): Promise<void> {
  const { ok } = await fetch(`${url}/api/cron/purge-pages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
  })
  if (!ok) throw new Error('the pages were not purged')
}

async function render(server: BenchServer, slug: string): Promise<{ ms: number; bytes: number }> {
  await purge(server)
  const begun = performance.now()
  const response = await fetch(`${server.url}/posts/${slug}`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const { byteLength } = await response.arrayBuffer()
  if (response.headers.get('x-nextjs-cache') === 'HIT')
    throw new Error('the page came from the cache')
  return { ms: performance.now() - begun, bytes: byteLength }
}

/** PostgreSQL connections report their statistics within ten seconds of becoming idle. */
async function reportedTransactions(database: BenchDatabase): Promise<number> {
  await setTimeout(11_000)
  return transactions(database)
}

/** Returns the average number of queries per render. */
async function queriesOf(
  server: BenchServer,
  database: BenchDatabase,
  slug: string,
): Promise<number> {
  const before = await reportedTransactions(database)
  for (let round = 0; round < countedRounds; round++) await render(server, slug)
  return Math.round(((await reportedTransactions(database)) - before) / countedRounds)
}

export async function measureCommentPages({
  database,
  directory,
}: {
  database: BenchDatabase
  directory: string
}) {
  await addPost(database, 'hundred', 10)
  await addPost(database, 'ten-thousand', 1_000)
  await database.sql('VACUUM ANALYZE comments')
  const server = await startServer(directory, database.url, { CRON_SECRET: secret })
  try {
    const [many, few]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      few.push((await render(server, 'hundred')).ms)
      many.push((await render(server, 'ten-thousand')).ms)
    }
    const bytes = (await render(server, 'ten-thousand')).bytes
    const fewBytes = (await render(server, 'hundred')).bytes
    const queries = await queriesOf(server, database, 'ten-thousand')
    const fewQueries = await queriesOf(server, database, 'hundred')
    const ratio = median(many) / median(few)
    return [
      show({
        what: 'first page of 10,000 comments, uncompressed HTML',
        ours: `${(bytes / 1_000).toFixed(0)} kB`,
        baseline: `${(fewBytes / 1_000).toFixed(0)} kB with 100 comments`,
        ratio: `${(bytes / fewBytes).toFixed(2)} ×`,
        target: '≤ 200 kB',
        reached: bytes <= 200_000,
      }),
      show({
        what: 'to render the first page of 10,000 comments',
        ours: `${median(many).toFixed(1)} ms`,
        baseline: `${median(few).toFixed(1)} ms with 100 comments`,
        ratio: `${ratio.toFixed(2)} ×`,
        target: '≤ 3 ×',
        reached: ratio <= 3,
      }),
      show({
        what: 'queries to render that page',
        ours: String(queries),
        baseline: `${fewQueries} with 100 comments`,
        ratio: `${(queries / fewQueries).toFixed(2)} ×`,
        target: '1.00 ×',
        reached: queries === fewQueries,
      }),
    ]
  } finally {
    await server.stop()
  }
}

if (process.argv[1] === import.meta.filename) await withBlog(measureCommentPages)
