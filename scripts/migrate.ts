/**
 * `npm run db:migrate`: migrates a database to the schema of this checkout, in development, tests
 * and production alike.
 *
 * It leaves `_prisma_migrations` in the same state as `prisma migrate deploy`. Concurrent runs take
 * turns through an advisory lock of the session, which requires a direct connection rather than a
 * transaction pooler.
 */
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { explainDatabaseError } from '@/lib/db/database-errors'
import { poolsTransactions } from '@/lib/db/inspect-connection'
import { parseEnv } from '@/lib/env'
import { messageOf } from '@/lib/errors'
import { loadEnvFile } from './load-env-file'
import { applyMigrations, prepareForMigration } from './schema-engine'

/** The key of the advisory lock: any number that is the same in every release. */
const lockKey = 20_251_020
/** Interval in milliseconds at which a waiting run tries the lock. */
const pollMs = 100

/**
 * Applies missing migrations.
 *
 * @param signal cancels the wait for another run; a migration in progress is completed
 * @returns the names of the applied migrations, oldest first
 */
export async function migrate(databaseUrl: string, signal?: AbortSignal): Promise<string[]> {
  const lock = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  // Migrations run on a separate connection, which reports its own failure.
  lock.on('error', (error) =>
    console.warn(`migrate: the connection of its lock broke (${error.message})`),
  )
  await lock.connect()
  try {
    // The lock and the settings would be lost, and could affect the application's sessions.
    if (await poolsTransactions(lock, databaseUrl))
      throw new Error(
        'The connection goes through a pooler in transaction mode, where migrations cannot hold ' +
          'their lock: set DIRECT_DATABASE_URL to the address of the server itself.',
      )
    await prepareForMigration(lock)
    await acquireLock(lock, signal)
    await markInterrupted(lock)
    return await applyMigrations(databaseUrl)
  } finally {
    await lock.end()
  }
}

/**
 * Polls for the lock. A query that waited for it would hold a snapshot, and `CREATE INDEX
 * CONCURRENTLY` by the lock's owner would wait for that snapshot.
 */
async function acquireLock(lock: pg.Client, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const { rows } = await lock.query<{ isOurs: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS "isOurs"',
      [lockKey],
    )
    if (rows[0]?.isOurs) return
    await setTimeout(pollMs, undefined, { signal })
  }
}

/**
 * Marks interrupted migrations as rolled back, because the engine refuses to retry them. The owner
 * of the lock knows that no other run is active. A script is one transaction that left no changes,
 * can continue, or rebuilds its index.
 */
async function markInterrupted(lock: pg.Client): Promise<void> {
  const { rows } = await lock.query<{ known: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known`,
  )
  if (!rows[0]?.known) return
  await lock.query(
    `UPDATE _prisma_migrations SET rolled_back_at = now()
      WHERE finished_at IS NULL AND rolled_back_at IS NULL`,
  )
}

async function main(): Promise<void> {
  loadEnvFile()
  const { DATABASE_URL, DIRECT_DATABASE_URL, migrationVariable, VERCEL_ENV, PREVIEW_DATA } =
    parseEnv(process.env)
  // Vercel builds every branch, including those that must not change the production database.
  if (process.argv.includes('--vercel') && VERCEL_ENV !== 'production' && !PREVIEW_DATA) {
    console.log('migrate: not a production deployment; the database is unchanged')
    return
  }
  const databaseUrl = DIRECT_DATABASE_URL ?? DATABASE_URL
  if (!databaseUrl) throw new Error('DATABASE_URL is missing')
  const applied = await migrate(databaseUrl).catch(explainDatabaseError(migrationVariable))
  console.log(
    applied.length === 0 ? 'migrate: nothing to do' : `migrate: applied ${applied.join(', ')}`,
  )
}

// The bundle of this script has the same name.
if (path.parse(process.argv[1] ?? '').name === 'migrate') {
  try {
    await main()
  } catch (error) {
    console.error(`migrate: ${messageOf(error)}`)
    process.exitCode = 1
  }
  // The engine leaves a timer that would keep the process alive for ten seconds.
  process.exit()
}
