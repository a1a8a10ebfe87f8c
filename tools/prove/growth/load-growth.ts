import type { TestPostgres } from '@/tools/prove/machines/postgres'
import { grownComments } from './grown-comments'
import { grownPosts } from './grown-posts'
import type { Growing, Grown, Growth } from './grown-rows'
import { daysOf, grownViews } from './grown-views'
import { allWords } from './post-text'

/** The number of rows per file and COPY statement. */
const rowsAtOnce = 1_000_000

type Load = { sql: TestPostgres['sql']; log: (progress: string) => void }

/**
 * Grows a blog with `COPY`, in every table that depends on posts, comments and views. Triggers are
 * disabled: the rows contain the values that triggers would set, or these are computed afterwards.
 * @param seedTag a tag of existing posts, which some new posts get as well
 */
export async function loadGrowth(load: Load, growth: Growth, seedTag: string): Promise<void> {
  const { sql, log } = load
  const [last] = await sql<Pick<Growing, 'lastPost' | 'lastComment' | 'lastAddress'>>(`
    SELECT (SELECT coalesce(max(id), 0) FROM posts) AS "lastPost", (SELECT coalesce(max(id), 0)
      FROM comments) AS "lastComment",
           (SELECT coalesce(max(id), 0) FROM reader_addresses) AS "lastAddress"`)
  if (!last) throw new Error('the database did not report its last ids')
  const growing = { ...growth, ...last }
  for (const grown of grownPosts(growing, seedTag)) await copy(load, grown)
  await fillTriggerData(load, last.lastPost)
  await withoutIndexes(load, 'comments', async () => {
    for (const grown of grownComments(growing)) await copy(load, grown)
  })
  await sql(`SELECT setval(pg_get_serial_sequence(name, 'id'), n) FROM (VALUES
    ('posts', (SELECT max(id) FROM posts)), ('comments', (SELECT max(id) FROM comments)),
    ('reader_addresses', (SELECT max(id) FROM reader_addresses))) AS last(name, n)`)
  await sql('SELECT view_marks_prepare(current_date)::text')
  // Replaces the current views instead of adding more, because the traffic of the last half hour
  // stays the same.
  await sql('TRUNCATE view_minutes')
  for (const grown of grownViews(growing)) await copy(load, grown)
  await sumDays(load, growing)
  log('VACUUM ANALYZE')
  await sql('VACUUM ANALYZE')
  // Without a checkpoint, the disk would still be busy during the first measurements.
  await sql('CHECKPOINT')
}

async function copy({ sql, log }: Load, { table, columns, rows, select }: Grown): Promise<void> {
  const [place] = await sql<{ directory: string }>(
    `SELECT current_setting('data_directory') AS directory`,
  )
  const file = `${place?.directory}/grown.copy`
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const to = Math.min(rows, from + rowsAtOnce) - 1
    await sql(`COPY (${select(`generate_series(${from}, ${to}) AS n`)}) TO '${file}'`)
    await sql(
      `BEGIN; SET LOCAL session_replication_role = replica; COPY ${table} (${columns})
       FROM '${file}'; COMMIT`,
    )
    log(`${(to + 1).toLocaleString('en')} of ${rows.toLocaleString('en')} rows of ${table}`)
  }
}

/**
 * Drops the indexes that no constraint needs and creates them afterwards, like restoring a dump.
 */
async function withoutIndexes(
  { sql, log }: Load,
  table: string,
  load: () => Promise<void>,
): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename = $1 AND indexdef NOT LIKE 'CREATE UNIQUE%'`,
    [table],
  )
  for (const { name } of indexes) await sql(`DROP INDEX "${name}"`)
  await load()
  for (const { name, definition } of indexes) {
    log(`creating index ${name}`)
    await sql(definition)
  }
}

/** Fills the tags and words that triggers maintain otherwise. */
async function fillTriggerData({ sql }: Load, lastPost: number): Promise<void> {
  await sql(
    `INSERT INTO post_tags SELECT DISTINCT id, tag, published_at FROM posts, unnest(tags) AS tag
     WHERE id > $1`,
    [lastPost],
  )
  await sql(`INSERT INTO post_words ${allWords} ON CONFLICT DO NOTHING`)
}

/** Adds the daily totals that triggers maintain otherwise. They are equal for all days. */
async function sumDays({ sql }: Load, growing: Growing): Promise<void> {
  await sql(
    `INSERT INTO view_days
     SELECT current_date - n, shard, views
       FROM generate_series(1, ${daysOf(growing)}) AS n, (SELECT shard, sum(views) AS views
         FROM view_counts WHERE day = current_date - 1 AND post_id > $1 GROUP BY shard) AS sums
         ON CONFLICT (day, shard) DO UPDATE SET views = view_days.views + excluded.views`,
    [growing.lastPost],
  )
}
