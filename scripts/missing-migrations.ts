/** Checks whether a database has the tables of this checkout, without the migration engine. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { isDatabaseUnavailable, reportDatabaseUnavailable } from '@/lib/db/database-errors'
import { appliedMigrations, withClient } from '@/lib/db/inspect-connection'
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
  const readApplied = (client: pg.Client) =>
    appliedMigrations(async (sql) => (await client.query(sql)).rows)
  const applied = await withClient(databaseUrl, readApplied, 10_000)
  return migrationNames().filter((name) => !applied?.has(name))
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
