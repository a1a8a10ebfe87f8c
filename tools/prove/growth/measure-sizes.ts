import type { TestPostgres } from '@/tools/prove/machines/postgres'

type Sql = Pick<TestPostgres, 'sql'>

/** Returns the size on disk in bytes. */
export async function measureSizes({
  sql,
}: Sql): Promise<{ databaseBytes: number; indexBytes: number }> {
  const [row] = await sql<{ databaseBytes: number; indexBytes: number }>(`
    SELECT pg_database_size(current_database())::float8 AS "databaseBytes",
           (SELECT sum(pg_indexes_size(oid)) FROM pg_class
           WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace)::float8 AS "indexBytes"`)
  if (!row) throw new Error('the database did not report its size')
  return row
}
