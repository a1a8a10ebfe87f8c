import { db } from '@/lib/db'

/**
 * A hash of each table, so that two of them tell whether anything was written between. What a session's mere use
 * changes, and the salts of the day, do not count.
 */
export async function databaseDigest(): Promise<Record<string, string>> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT IN ('_prisma_migrations', 'daily_salts')
     ORDER BY 1`
  const digests = tables.map(async ({ name }) => {
    const [row] = await db().$queryRawUnsafe<{ hash: string }[]>(
      `SELECT coalesce(md5(string_agg(row::text, '' ORDER BY row::text)), '') AS hash
         FROM (SELECT to_jsonb(t) - 'updated_at' - 'expires_at' AS row FROM "${name}" AS t) AS rows`,
    )
    return [name, row?.hash ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(digests))
}
