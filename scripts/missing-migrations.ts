/** Checks whether a database has the tables of this checkout, without the migration engine. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { isDatabaseUnavailable, reportDatabaseUnavailable } from '@/lib/db/database-faults'
import { withClient } from '@/lib/db/inspect-connection'
import { messageOf } from '@/lib/errors'

export const migrationsDir = path.join(import.meta.dirname, '../prisma/migrations')

/** Returns the names of the committed migrations, oldest first. */
export function migrationNames(): string[] {
  return readdirSync(migrationsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/**
 * Returns the migrations of this checkout that a database lacks, oldest first. It changes nothing
 * and works through a pooler.
 */
export async function missingMigrations(databaseUrl: string): Promise<string[]> {
  const readApplied = async (client: pg.Client) => {
    const { rows: tables } = await client.query<{ known: boolean }>(
      `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known`,
    )
    if (!tables[0]?.known) return []
    const { rows } = await client.query<{ name: string }>(
      `SELECT migration_name AS name FROM _prisma_migrations
        WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    )
    return rows.map(({ name }) => name)
  }
  const applied = new Set(await withClient(databaseUrl, readApplied, 10_000))
  return migrationNames().filter((name) => !applied.has(name))
}

/**
 * Checks the database once when a server starts. Logs one line if it is unavailable, lacks
 * migrations or cannot be checked.
 */
export async function probeAtStart(databaseUrl: string, variable: string): Promise<void> {
  try {
    const missing = await missingMigrations(databaseUrl)
    if (missing.length === 0) return
    console.warn(
      `The database lacks ${missing.length} migrations of this version (${missing.at(-1)} is ` +
        'the last): run npm run db:migrate.',
    )
  } catch (error) {
    if (isDatabaseUnavailable(error)) return reportDatabaseUnavailable(error, variable)
    const message = messageOf(error)
    console.warn(`The migrations of the database could not be checked: ${message}`)
  }
}
