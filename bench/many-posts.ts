/**
 * The lists of a blog with 5,000 posts beside one with 50: each made anew after a purge. And the build with 1,000 posts
 * stored beside one with 10: it is given the database, though it makes none of its pages.
 */
import { execFileSync } from 'node:child_process'
import { show } from './figure'
import { median } from './load'
import { type BenchDatabase, type BenchServer, startDatabase, startServer, withBlog } from './prepare'

const rounds = 15
const secret = 'a secret of the bench'
const lists = { home: '/', tag: '/tags/measured', tags: '/tags', archive: '/archive', feed: '/comments.xml' }

/** A post on every other day from the last one on, as the blog of somebody who writes a lot; half of them with a tag in common. */
async function addPosts(database: BenchDatabase, posts: number): Promise<void> {
  await database.sql(
    `INSERT INTO posts (slug, title, summary, content, tags, published_at)
     SELECT 'post-' || n, 'A post of many, number ' || n, 'What it is about, in a sentence of the usual length.', repeat('Words of a post. ', 200),
            CASE WHEN n % 2 = 0 THEN ARRAY['measured', 'tag-' || n % 40] ELSE ARRAY['tag-' || n % 40] END, now() - n * interval '2 days'
       FROM generate_series(1, $1::integer) AS n`,
    [posts],
  )
  await database.sql('VACUUM ANALYZE posts')
}

async function renderMs(server: BenchServer, path: string): Promise<number> {
  await fetch(`${server.url}/api/cron/purge-pages`, { method: 'POST', headers: { authorization: `Bearer ${secret}` } })
  const begun = performance.now()
  const response = await fetch(server.url + path, { headers: { 'accept-encoding': 'identity' } })
  await response.arrayBuffer()
  if (response.status !== 200 || response.headers.get('x-nextjs-cache') === 'HIT') throw new Error(`${path} was not made anew`)
  return performance.now() - begun
}

async function withPosts(directory: string, posts: number) {
  const database = await startDatabase(directory)
  await addPosts(database, posts)
  const server = await startServer(directory, database.url, { CRON_SECRET: secret })
  return { server, stop: async () => [await server.stop(), await database.stop()] }
}

function buildMs(directory: string, databaseUrl: string): number {
  const begun = performance.now()
  execFileSync('npm', ['run', 'build'], { cwd: directory, stdio: 'ignore', env: { ...process.env, DATABASE_URL: databaseUrl } })
  return performance.now() - begun
}

async function measureBuild(directory: string) {
  const times: Record<number, number> = {}
  for (const posts of [10, 1_000]) {
    const database = await startDatabase(directory)
    await addPosts(database, posts)
    times[posts] = buildMs(directory, database.url)
    await database.stop()
  }
  const [few = 0, many = 0] = [times[10], times[1_000]]
  return show({
    what: 'to build with 1,000 posts stored',
    ours: `${(many / 1_000).toFixed(1)} s`,
    baseline: `${(few / 1_000).toFixed(1)} s with 10`,
    ratio: `${(many / few).toFixed(2)} ×`,
    wanted: '≤ 1.2 ×',
    reached: many <= few * 1.2,
  })
}

export async function measureManyPosts({ directory }: { directory: string }) {
  const [few, many] = [await withPosts(directory, 50), await withPosts(directory, 5_000)]
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
          what: `to make ${name} anew among 5,000 posts`,
          ours: `${median(ofMany).toFixed(1)} ms`,
          baseline: `${median(ofFew).toFixed(1)} ms among 50`,
          ratio: `${ratio.toFixed(2)} ×`,
          wanted: '≤ 2 ×',
          reached: ratio <= 2,
        }),
      )
    }
    return [...figures, await measureBuild(directory)]
  } finally {
    await few.stop()
    await many.stop()
  }
}

if (process.argv[1] === import.meta.filename) await withBlog(measureManyPosts)
