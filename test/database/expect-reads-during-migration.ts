import pg from 'pg'
import { expect } from 'vitest'
import { migrate } from '@/scripts/migrate'
import { applyMigrations } from '@/scripts/schema-engine'

/** Expects that reads succeed while a migration waits for a table that is in use. */
export async function expectReadsDuringMigration(
  databaseUrl: string,
  migrateThrough = databaseUrl,
): Promise<void> {
  await applyMigrations(databaseUrl, (name) => name <= '20251218000001_judged_suspects')
  const holder = new pg.Client({ connectionString: databaseUrl })
  const reader = new pg.Client({ connectionString: databaseUrl, statement_timeout: 2_500 })
  await Promise.all([holder.connect(), reader.connect()])
  try {
    await holder.query('BEGIN; SELECT count(*) FROM posts')
    const migrating = migrate(migrateThrough)
    const waiting = () =>
      reader.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'posts'::regclass`)
    await expect
      .poll(async () => (await waiting()).rowCount, { interval: 20, timeout: 20_000 })
      .toBe(1)
    await reader.query('SELECT count(*) FROM posts')
    await holder.query('COMMIT')
    expect(await migrating).toContain('20251220000000_searching_posts')
  } finally {
    await Promise.all([holder.end(), reader.end()])
  }
}
