/**
 * Measures counting views: distinct readers on one hot post, and repeated views. The baselines are
 * two handlers in the same server.
 */

import { throughputFigure } from '@/bench/support/figure'
import { type BenchDatabase, type BenchServer, withBlog } from '@/bench/support/prepare'
import { compareWrites, newReader, viewHeaders } from '@/bench/support/view-load'
import { measureStoredViews } from './stored-views'

export async function measureViews({
  server,
  database,
}: {
  server: BenchServer
  database: BenchDatabase
}) {
  await database.sql(
    `CREATE TABLE naive_views (slug text PRIMARY KEY, views integer NOT NULL);
     INSERT INTO naive_views VALUES ('measured', 0)`,
  )
  const before = await countOf(database)
  const post = (path: string) => ({ url: `${server.url}/api/${path}`, slug: 'measured' })
  const views = post('views')
  const writes = [...['empty', 'reading', 'naive'].map(post), views]
  const [empty = 0, reading = 0, naive = 0, distinct = 0] = await compareWrites(writes)
  console.log(`  ${(await countOf(database)) - before} views were counted`)
  console.log(`  an empty handler reaches ${times(empty, naive)} the throughput of a naive counter`)
  console.log(
    '  a handler that only reads the request body reaches ' +
      `${times(reading, empty)} that of the empty handler`,
  )
  const next = await countedReaders(server.url)
  const [emptyAgain = 0, repeats = 0] = await compareWrites([post('empty'), { ...views, next }])
  const figures = [
    throughputFigure(distinctReaders, ratio(distinct, naive), 1.2, usual),
    throughputFigure(distinctReaders, ratio(distinct, empty), 0.7),
    throughputFigure('repeated views of counted readers', ratio(repeats, emptyAgain), 0.8),
  ]
  for (const milliseconds of syncMilliseconds) {
    await setSyncDelay(database, milliseconds * 1_000)
    const [slowNaive = 0, slowDistinct = 0] = await compareWrites([post('naive'), views])
    const what = `${distinctReaders}, with a disk that takes ${milliseconds} ms to sync`
    figures.push(throughputFigure(what, ratio(slowDistinct, slowNaive), 1.2, usual))
  }
  await setSyncDelay(database, 0)
  return figures
}

const distinctReaders = 'views of distinct readers on one post'
const usual = 'requests/s with UPDATE … SET views = views + 1'
const times = (one: number, other: number) => `${(one / other).toFixed(2)} ×`
const ratio = (ours: number, baseline: number) => ({ ours, baseline, ratio: ours / baseline })

/** Typical sync times of networked block devices, as in managed databases, in milliseconds. */
const syncMilliseconds = [2, 5]

/**
 * Delays every commit by this time before it is written, as `commit_delay` does, even without
 * concurrent transactions.
 */
async function setSyncDelay({ sql }: BenchDatabase, microseconds: number): Promise<void> {
  await sql('ALTER SYSTEM SET commit_siblings = 0')
  await sql(`ALTER SYSTEM SET commit_delay = ${microseconds}`)
  await sql('SELECT pg_reload_conf()')
}

/**
 * Returns a function that returns readers who were already counted, in turn. There are enough that
 * none exceeds 60 writes per minute.
 */
async function countedReaders(url: string): Promise<() => { address: string; key: string }> {
  const readers = Array.from({ length: 6_000 }, newReader)
  for (let first = 0; first < readers.length; first += 100) {
    const some = readers.slice(first, first + 100)
    const send = (reader: ReturnType<typeof newReader>) =>
      fetch(`${url}/api/views`, {
        method: 'POST',
        headers: viewHeaders(reader),
        body: '{"slug":"measured"}',
      })
    await Promise.all(some.map(async (reader) => (await send(reader)).arrayBuffer()))
  }
  let turn = 0
  return () => readers[turn++ % readers.length] ?? newReader()
}

async function countOf(database: BenchDatabase): Promise<number> {
  const { rows } = await database.sql(
    'SELECT coalesce(sum(views), 0)::integer AS views FROM view_counts',
  )
  return rows[0].views
}

if (process.argv[1] === import.meta.filename) {
  await withBlog(async (blog) => {
    await measureViews(blog)
    await measureStoredViews(blog)
  })
}
