import type { ProvedPostgres } from './postgres'

export type Growth = { posts: number; comments: number; views: number }

/** So many rows are written to a file, and copied from it, at a time. */
const rowsAtOnce = 1_000_000
/** Of ten comments on a post in a row, three are replies to the first, and one is spam. */
const inGroup = 10
const viewsADay = 10
const marksMax = 1_000_000

/** Sentences of words that are said in comments; which come together is decided by a row's number. */
const sentences = `ARRAY(
  SELECT initcap(left(string_agg(word, ' ' ORDER BY md5(word || n)), 1)) || substr(string_agg(word, ' ' ORDER BY md5(word || n)), 2) || '.'
    FROM generate_series(1, 97) AS n,
         unnest(string_to_array('thanks this that post really what about page thread reply count reader server answer question why how never always maybe agree wrong right better', ' ')) AS word
   WHERE ('x' || left(md5(n || word), 2))::bit(8)::integer < 110
   GROUP BY n)`

/**
 * Lets a blog grow by `COPY`. Triggers stay silent: what they would keep is what the rows begin with. The indexes of
 * comments that no constraint needs are made anew afterwards, as a restored dump makes them.
 */
export async function loadGrowth(
  postgres: Pick<ProvedPostgres, 'sql'>,
  { posts, comments, views }: Growth,
  say: (progress: string) => void,
): Promise<void> {
  const { sql } = postgres
  const [place] = await sql<{ directory: string; posts: number; comments: number }>(
    `SELECT current_setting('data_directory') AS directory, (SELECT coalesce(max(id), 0) FROM posts) AS posts, (SELECT coalesce(max(id), 0) FROM comments) AS comments`,
  )
  if (!place) throw new Error('the database does not say where it is')
  const file = `${place.directory}/grown.copy`
  const copy = async (table: string, columns: string, rows: number, select: (from: number, to: number) => string) => {
    for (let from = 0; from < rows; from += rowsAtOnce) {
      const to = Math.min(rows, from + rowsAtOnce) - 1
      await sql(`COPY (${select(from, to)}) TO '${file}'`)
      await sql(`BEGIN; SET LOCAL session_replication_role = replica; COPY ${table} (${columns}) FROM '${file}'; COMMIT`)
      say(`${(to + 1).toLocaleString('en')} of ${rows.toLocaleString('en')} rows of ${table}`)
    }
  }

  await copy(
    'posts',
    'id, slug, title, summary, content, tags, published_at, shown_at',
    posts,
    (from, to) => `
      SELECT ${place.posts} + 1 + n, 'grown-' || n, 'A post of many, number ' || n, 'What it is about, in a sentence of the usual length.',
             repeat('Words of a post, as many as one has. ', 40) || md5(n::text), ARRAY['grown', 'tag-' || n % 40],
             now() - interval '1 year' - n * interval '4 hours', now() FROM generate_series(${from}, ${to}) AS n`,
  )
  await sql(
    `INSERT INTO tag_counts SELECT tag, count(*) FROM posts, unnest(tags) AS tag WHERE id > $1 GROUP BY tag
         ON CONFLICT (tag) DO UPDATE SET posts = tag_counts.posts + excluded.posts`,
    [place.posts],
  )
  const indexes = await sql<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE tablename = 'comments' AND indexdef NOT LIKE 'CREATE UNIQUE%'`,
  )
  for (const { name } of indexes) await sql(`DROP INDEX "${name}"`)
  const perPost = Math.ceil(comments / posts / inGroup) * inGroup
  await copy(
    'comments',
    'id, post_id, parent_id, thread_id, depth, status, author_name, content, text_hash, published_replies, created_at',
    comments,
    (from, to) => `
      WITH said AS MATERIALIZED (SELECT ${sentences} AS sentences)
      SELECT ${place.comments} + 1 + n, ${place.posts} + 1 + n / ${perPost},
             CASE WHEN n % ${inGroup} > 6 THEN ${place.comments} + 1 + n - n % ${inGroup} END,
             CASE WHEN n % ${inGroup} > 6 THEN ${place.comments} + 1 + n - n % ${inGroup} END,
             CASE WHEN n % ${inGroup} > 6 THEN 2 ELSE 1 END, CASE WHEN n % ${inGroup} = 6 THEN 'spam' ELSE 'published' END,
             'Reader ' || n % 500000, sentences[1 + n % 97] || ' ' || sentences[1 + n / 97 % 97] || ' ' || n, md5(n::text),
             CASE WHEN n % ${inGroup} = 0 THEN 3 ELSE 0 END, now() - interval '1 year' - n * interval '10 seconds'
        FROM said, generate_series(${from}, ${to}) AS n`,
  )
  for (const { name, definition } of indexes) {
    say(`making ${name}`)
    await sql(definition)
  }
  await sql(`SELECT setval('comments_id_seq', (SELECT max(id) FROM comments)), setval('posts_id_seq', (SELECT max(id) FROM posts))`)

  const days = Math.max(1, Math.round(views / posts / viewsADay))
  await copy(
    'view_counts',
    'post_id, day, shard, views',
    posts * days,
    (from, to) => `
      SELECT ${place.posts} + 1 + n / ${days}, current_date - 1 - n % ${days}, 0, ${viewsADay} FROM generate_series(${from}, ${to}) AS n`,
  )
  await copy('view_totals', 'post_id, shard, views', posts, (from, to) => {
    return `SELECT ${place.posts} + 1 + n, 0, ${days * viewsADay} FROM generate_series(${from}, ${to}) AS n`
  })
  await sql(
    `INSERT INTO view_days SELECT current_date - n, 15, ${posts * viewsADay} FROM generate_series(1, ${days}) AS n ON CONFLICT DO NOTHING`,
  )
  await sql('SELECT view_marks_prepare(current_date)::text')
  await copy('view_marks', 'day, post_id, mark, seen_at', Math.min(marksMax, views / 100), (from, to) => {
    return `SELECT current_date, ${place.posts} + 1 + n % ${posts}, md5(n::text)::uuid, now() FROM generate_series(${from}, ${to}) AS n`
  })
  say('VACUUM ANALYZE')
  await sql('VACUUM ANALYZE')
}

export type Sizes = { databaseBytes: number; indexBytes: number; leafDensity: number }

/**
 * What lies on the disk, and how full the leaves of the comments' B-trees are (`pgstatindex`; 90 % when they are new) after
 * one comment of a hundred was hidden and the table was vacuumed: what is missing is bloat.
 */
export async function measureSizes({ sql }: Pick<ProvedPostgres, 'sql'>): Promise<Sizes> {
  await sql(`UPDATE comments SET status = 'spam' WHERE id % 100 = 3`)
  await sql('VACUUM comments')
  await sql('CREATE EXTENSION IF NOT EXISTS pgstattuple')
  const [row] = await sql<Sizes>(`
    SELECT pg_database_size(current_database())::float8 AS "databaseBytes",
           (SELECT sum(pg_indexes_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace)::float8 AS "indexBytes",
           (SELECT min(avg_leaf_density) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_am ON pg_am.oid = relam,
                   LATERAL pgstatindex(indexrelid::regclass)
             WHERE indrelid = 'comments'::regclass AND amname = 'btree' AND leaf_pages > 10)::float8 AS "leafDensity"`)
  if (!row) throw new Error('the database does not say how large it is')
  return row
}
