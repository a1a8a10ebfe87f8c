import type { BenchDatabase } from './prepare'

/** Adds one post for every second day, going back from today. Half of them share a tag. */
export async function addPosts(database: BenchDatabase, posts: number): Promise<void> {
  await database.sql(
    `INSERT INTO posts (slug, title, summary, content, tags, published_at)
     SELECT 'post-' || n, 'A post of many, number ' || n,
       'What it is about, in a sentence of the usual length.', repeat('Words of a post. ', 200),
            CASE WHEN n % 2 = 0 THEN ARRAY['measured', 'tag-' || n % 40]
            ELSE ARRAY['tag-' || n % 40] END, now() - n * interval '2 days'
       FROM generate_series(1, $1::integer) AS n`,
    [posts],
  )
  await database.sql('VACUUM ANALYZE posts')
}
