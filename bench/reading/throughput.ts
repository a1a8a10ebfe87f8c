/**
 * Measures read throughput of each endpoint and a page, relative to an empty route handler in the
 * same server.
 */
import { throughputFigure } from '@/bench/support/figure'
import { compare } from '@/bench/support/load'
import { type BenchDatabase, type BenchServer, withBlog } from '@/bench/support/prepare'

export async function measureThroughput({
  server,
}: {
  server: BenchServer
  database: BenchDatabase
}) {
  const empty = `${server.url}/api/empty`
  return [
    throughputFigure(
      'GET /api/comments, 20 comments with 10 replies',
      await compare(`${server.url}/api/comments?slug=measured`, empty),
      0.7,
    ),
    throughputFigure(
      'GET /api/views',
      await compare(`${server.url}/api/views?slug=measured`, empty),
      0.8,
    ),
    throughputFigure('a post page', await compare(`${server.url}/posts/measured`, empty), 1.2),
  ]
}

/**
 * Measures requests that are all different, so that no response is shared. No limit applies to
 * these figures.
 */
export async function measureSpread({ server }: { server: BenchServer }) {
  const empty = `${server.url}/api/empty`
  const slugs = Array.from(
    { length: 64 },
    (_, i) => `/api/comments?slug=measured&n=${i}&limit=${137 + i}`,
  )
  const views = Array.from({ length: 64 }, (_, i) => `/api/views?slug=measured-${i}`)
  return [
    throughputFigure(
      'GET /api/comments, every request different',
      await compare(
        slugs.map((path) => server.url + path),
        empty,
      ),
      0,
    ),
    throughputFigure(
      'GET /api/views, every request different',
      await compare(
        views.map((path) => server.url + path),
        empty,
      ),
      0,
    ),
  ]
}

if (process.argv[1] === import.meta.filename) {
  await withBlog(async (blog) => {
    await measureThroughput(blog)
    await measureSpread(blog)
  })
}
