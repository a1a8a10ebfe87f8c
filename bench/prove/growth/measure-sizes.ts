import type { ProvedPostgres } from '@/bench/prove/machines/postgres'

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
