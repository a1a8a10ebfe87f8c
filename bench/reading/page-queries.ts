/**
 * Counts the database transactions caused by a thousand reads of a cached page, from PostgreSQL's
 * own statistics.
 */
import { show } from '@/bench/support/figure'
import { type BenchDatabase, type BenchServer, withBlog } from '@/bench/support/prepare'

const reads = 1_000

/** Returns PostgreSQL's transaction count. A query outside a transaction counts as one. */
export async function transactions(database: BenchDatabase): Promise<number> {
  await database.sql('SELECT pg_stat_force_next_flush()')
  const { rows } = await database.sql(
    `SELECT sum(xact_commit + xact_rollback)::integer AS count FROM pg_stat_database
     WHERE datname = current_database()`,
  )
  return rows[0].count
}

export async function measurePageQueries({
  server,
  database,
}: {
  server: BenchServer
  database: BenchDatabase
}) {
  const read = async () => (await fetch(`${server.url}/posts/measured`)).text()
  await read()
  const before = await transactions(database)
  const idle = (await transactions(database)) - before
  for (let i = 0; i < reads; i++) await read()
  const queries = (await transactions(database)) - before - 2 * idle
  return show({
    what: 'queries during 1,000 reads of a post page',
    ours: String(Math.max(0, queries)),
    baseline: `${idle} for the measurement itself`,
    ratio: `${Math.max(0, queries) / reads} per read`,
    target: '0',
    reached: queries <= 0,
  })
}

if (process.argv[1] === import.meta.filename) await withBlog(measurePageQueries)
