/**
 * Measures the cost of a million forged user agents from one client, each of which would count as a
 * new reader. They are evaluated and counted like real requests, but without HTTP, where the rate
 * limit would reject them first.
 */
import { execFileSync } from 'node:child_process'
import { type Figure, show } from '@/bench/support/figure'
import { type BenchDatabase, withBlog } from '@/bench/support/prepare'
import type { ForgedViews } from './send-forged-user-agents'

const forgedViews = 1_000_000
/**
 * At most 30 in ten minutes count as readers and 1,000 a day as suspicious. Each stores up to four
 * rows: its own, the request's mark, and its source.
 */
const rowsMax = 4 * (30 + 1_000)
const bytesMax = 10_000_000
const memoryMax = 150_000_000

async function stored(
  database: Pick<BenchDatabase, 'sql'>,
): Promise<{ rows: number; bytes: number }> {
  const { rows } = await database.sql(`
    SELECT ((SELECT count(*) FROM view_marks)
            + (SELECT count(*) FROM view_suspects)
            + (SELECT count(*) FROM view_bursts)
            + (SELECT count(*) FROM view_sources)
            + (SELECT count(*) FROM view_refusals))::integer AS rows,
           (SELECT sum(pg_total_relation_size(oid))::float8 FROM pg_class
           WHERE relkind = 'r' AND relname LIKE 'view\\_%') AS bytes`)
  return rows[0]
}

export async function measureForgedUserAgents({
  database,
}: {
  database: Pick<BenchDatabase, 'sql' | 'url'>
}): Promise<Figure[]> {
  await database.sql(
    `INSERT INTO posts (slug, title, content, published_at)
     VALUES ('forged', 'Forged', 'Words.', now() - interval '1 day')`,
  )
  const before = await stored(database)
  const command = [
    '--conditions=react-server',
    '--import',
    'tsx',
    'bench/views/send-forged-user-agents.ts',
    'forged',
    String(forgedViews),
  ]
  const output = execFileSync(process.execPath, command, {
    env: { ...process.env, DATABASE_URL: database.url, AUTH_SECRET: 'x'.repeat(32) },
    encoding: 'utf8',
  })
  const { views, seconds, heapBytes, grownBytes }: ForgedViews = JSON.parse(output)
  const after = await stored(database)
  const rows = after.rows - before.rows
  const bytes = after.bytes - before.bytes
  const what = `${forgedViews.toLocaleString('en')} forged user agents from one client`
  const megabytes = (size: number) => `${(size / 1_000_000).toFixed(1)} MB`
  return [
    show({
      what: `rows stored for ${what}`,
      ours: `${rows.toLocaleString('en')} rows, ${megabytes(bytes)}`,
      baseline: `${views} views displayed, in ${seconds.toFixed(0)} s`,
      ratio: `${(rows / forgedViews).toFixed(4)} rows per view`,
      target: `≤ ${rowsMax.toLocaleString('en')} rows and ${megabytes(bytesMax)}`,
      reached: rows <= rowsMax && bytes <= bytesMax,
    }),
    show({
      what: `memory growth during ${what}`,
      ours: `${megabytes(grownBytes)}`,
      baseline: megabytes(heapBytes),
      ratio: '—',
      target: `≤ ${megabytes(memoryMax)}`,
      reached: grownBytes <= memoryMax,
    }),
  ]
}

if (process.argv[1] === import.meta.filename) await withBlog(measureForgedUserAgents)
