import { db } from '@/lib/db/client'

/**
 * Returns a hash of each table, for detecting writes between two calls. Updates by the mere use of
 * a session, daily salts and the last runs of timers are ignored.
 */
export async function databaseDigest(): Promise<Record<string, string>> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
     AND table_name NOT IN ('_prisma_migrations', 'daily_salts', 'timer_runs')
     ORDER BY 1`
  const digests = tables.map(
    ({ name }) => `
      SELECT '${name}' AS name,
      coalesce(md5(string_agg(row::text, '' ORDER BY row::text)), '') AS hash
        FROM (SELECT to_jsonb(t) - 'updated_at' - 'expires_at' AS row FROM "${name}" AS t) AS rows`,
  )
  const rows = await db().$queryRawUnsafe<{ name: string; hash: string }[]>(
    digests.join(' UNION ALL '),
  )
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
