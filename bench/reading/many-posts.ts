/**
 * Measures the lists of a blog with 5,000 posts, each rendered after a purge. The baseline has 50
 * posts.
 */
import { addPosts } from '@/bench/support/add-posts'
import { show } from '@/bench/support/figure'
import { type BenchServer, startDatabase, startServer, withBlog } from '@/bench/support/prepare'
import { median } from '@/bench/support/quantile'

const rounds = 15
const secret = 'bench-cron-secret'
const lists = {
  home: '/',
  tag: '/tags/measured',
  tags: '/tags',
  archive: '/archive',
  feed: '/feed.xml',
}

async function renderMs(server: BenchServer, path: string): Promise<number> {
  await fetch(`${server.url}/api/cron/purge-pages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
  })
  const startedAt = performance.now()
  const response = await fetch(server.url + path, { headers: { 'accept-encoding': 'identity' } })
  await response.arrayBuffer()
  if (response.status !== 200 || response.headers.get('x-nextjs-cache') === 'HIT')
    throw new Error(`${path} was not rendered again`)
  return performance.now() - startedAt
}

async function withPosts(directory: string, posts: number) {
  const database = await startDatabase(directory)
  await addPosts(database, posts)
  const server = await startServer(directory, database.url, { CRON_SECRET: secret })
  return { server, stop: async () => [await server.stop(), await database.stop()] }
}

export async function measureManyPosts({ directory }: { directory: string }) {
  const few = await withPosts(directory, 50)
  const many = await withPosts(directory, 5_000)
  try {
    const figures = []
    for (const [name, path] of Object.entries(lists)) {
      const [ofFew, ofMany]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round++) {
        ofFew.push(await renderMs(few.server, path))
        ofMany.push(await renderMs(many.server, path))
      }
      const ratio = median(ofMany) / median(ofFew)
      figures.push(
        show({
          what: `to render ${name} with 5,000 posts`,
          ours: `${median(ofMany).toFixed(1)} ms`,
          baseline: `${median(ofFew).toFixed(1)} ms with 50 posts`,
          ratio: `${ratio.toFixed(2)} ×`,
          target: '≤ 2 ×',
          reached: ratio <= 2,
        }),
      )
    }
    return figures
  } finally {
    await few.stop()
    await many.stop()
  }
}

if (process.argv[1] === import.meta.filename) await withBlog(measureManyPosts)
