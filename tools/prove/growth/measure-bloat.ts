import type { TestPostgres } from '@/tools/prove/machines/postgres'

type Sql = Pick<TestPostgres, 'sql'>

/** The wasted share (0 to 1) of all B-trees together, and of the worst one. */
export type Bloat = { wasted: number; worst: { index: string; wasted: number } }

/** The share of the total index size from which an index counts; smaller ones are ignored. */
const largeShare = 0.01

/**
 * Measures the wasted space in the large B-trees of all tables. It compares the content of the
 * leaves (`pgstatindex`) with the fill factor of a new index, and includes free pages.
 */
export async function measureBloat({ sql }: Sql): Promise<Bloat> {
  await sql('CREATE EXTENSION IF NOT EXISTS pgstattuple')
  const indexes = await sql<{ index: string; pages: number; wasted: number }>(`
    WITH indexes AS MATERIALIZED (
      SELECT index.oid,
        coalesce((SELECT option_value::float8 FROM pg_options_to_table(index.reloptions)
        WHERE option_name = 'fillfactor'), 90) AS fill,
             amname = 'btree'
             AND pg_relation_size(index.oid)
                  >= ${largeShare} * sum(pg_relation_size(index.oid)) OVER () AS is_measured
        FROM pg_class AS index JOIN pg_am ON pg_am.oid = relam
          WHERE relkind = 'i' AND relnamespace = 'public'::regnamespace)
    SELECT oid::regclass::text AS index, pages::float8 AS pages,
      greatest(0, 1 - leaf_pages * avg_leaf_density / (pages * fill)) AS wasted
      FROM indexes, LATERAL pgstatindex(oid::regclass) AS stats,
        LATERAL (SELECT leaf_pages + empty_pages + deleted_pages AS pages) AS all_pages
     WHERE is_measured AND leaf_pages > 0
     ORDER BY wasted DESC`)
  const [worst] = indexes
  if (!worst) throw new Error('the database has no large B-tree index')
  const pages = indexes.reduce((sum, index) => sum + index.pages, 0)
  return {
    wasted: indexes.reduce((sum, index) => sum + index.wasted * index.pages, 0) / pages,
    worst,
  }
}

/** Returns the pages in the pending lists of GIN indexes, which every search has to read. */
export async function measurePending({ sql }: Sql): Promise<number> {
  const [row] = await sql<{ pages: number }>(`
    WITH gin AS MATERIALIZED (
      SELECT index.oid FROM pg_class AS index JOIN pg_am ON pg_am.oid = relam
        WHERE relkind = 'i' AND amname = 'gin' AND relnamespace = 'public'::regnamespace)
    SELECT sum(pending_pages)::float8 AS pages FROM gin, LATERAL pgstatginindex(oid::regclass)`)
  return row?.pages ?? 0
}
