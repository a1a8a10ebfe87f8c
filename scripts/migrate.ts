/**
 * `npm run db:migrate`: migrates a database to the schema of this checkout, in development, tests
 * and production alike.
 *
 * It leaves `_prisma_migrations` in the same state as `prisma migrate deploy`, which downloads a
 * binary. Concurrent runs take turns through an advisory lock of the session, which requires a
 * direct connection rather than a transaction pooler.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { explainDatabaseFault } from '@/lib/db/database-faults'
import { poolsTransactions } from '@/lib/db/inspect-connection'
import { applySettings } from '@/lib/db/session-settings'
import { parseEnv } from '@/lib/env'
import { messageOf } from '@/lib/errors'
import { loadEnvFile } from './load-env-file'
import { migrationsDir, missingFrom } from './missing-migrations'

/** The key of the advisory lock: any number that is the same in every release. */
const lockKey = 20_251_020
/** Interval in milliseconds at which a waiting run tries the lock. */
const pollMs = 100

/**
 * Time that a migration waits for a lock before it gives up and tries again. While it
 * waits, it blocks every later query on the table. A server waits one second for a connection, so
 * this is well below that.
 */
const lockTimeout = '250ms'
/** The same for statements that do not block others while they wait. */
const concurrentLockTimeout = '1min'
/** Milliseconds between attempts, which let queued queries proceed. */
const pauseMs = 1_000
/**
 * Errors caused by concurrent activity, after which a script is retried: lock_not_available and
 * deadlock_detected.
 */
const retriableErrors = new Set(['55P03', '40P01'])
/** Attempts. A dump of a large database holds its locks for minutes. */
const triesMax = 600

type Options = {
  /** Cancels the wait for another run; a migration in progress is completed. */
  signal?: AbortSignal
  /** Filters the names, to create the database of an older version. */
  isWanted?: (name: string) => boolean
}

/**
 * Applies missing migrations.
 * @returns the names of the applied migrations, oldest first
 */
export async function migrate(
  databaseUrl: string,
  { signal, isWanted = () => true }: Options = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  // Without a listener, a connection that breaks would end the process. Its query fails, too.
  client.on('error', () => {})
  await client.connect()
  try {
    // The lock and the settings would be lost, and could affect the application's sessions.
    if (await poolsTransactions(client, databaseUrl))
      throw new Error(
        'The connection goes through a pooler in transaction mode, where migrations cannot hold ' +
          'their lock: set DIRECT_DATABASE_URL to the address of the server itself.',
      )
    await prepareForMigration(client)
    await acquireLock(client, signal)
    await prepareTable(client)
    const names = (await missingFrom(client)).filter(isWanted)
    for (const name of names) await applyMigration(client, name)
    return names
  } finally {
    await client.end()
  }
}

/** Limits that a role or a database may set by default. A migration takes as long as it needs. */
const timeouts = [
  'statement_timeout',
  'idle_in_transaction_session_timeout',
  // PostgreSQL 14 and newer.
  'idle_session_timeout',
  // PostgreSQL 17 and newer.
  'transaction_timeout',
]

/**
 * Applies the settings that a migration depends on to a connection.
 * @throws Error if a setting has no effect
 */
export async function prepareForMigration(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM pg_settings WHERE name = ANY ($1)',
    [timeouts],
  )
  await applySettings(client, {
    lock_timeout: lockTimeout,
    timezone: 'UTC',
    ...Object.fromEntries(rows.map(({ name }) => [name, '0'])),
  })
}

/**
 * Polls for the lock. A query that waited for it would hold a snapshot, and `CREATE INDEX
 * CONCURRENTLY` by the lock's owner would wait for that snapshot.
 */
async function acquireLock(client: pg.Client, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const { rows } = await client.query<{ isOurs: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS "isOurs"',
      [lockKey],
    )
    if (rows[0]?.isOurs) return
    await setTimeout(pollMs, undefined, { signal })
  }
}

/**
 * Creates Prisma's table of migrations, if it does not exist. Marks migrations that an earlier
 * version recorded at their start, and that were interrupted, as rolled back.
 * @throws Error if the database belongs to another application
 */
async function prepareTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tables: number }>(`
    SELECT count(*)::integer AS tables FROM pg_tables
     WHERE schemaname = current_schema() AND to_regclass('_prisma_migrations') IS NULL`)
  if (rows[0]?.tables !== 0)
    throw new Error(
      'The database has tables, but none of Afterword: choose or create an empty database.',
    )
  await client.query(`
    CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id varchar(36) NOT NULL PRIMARY KEY,
      checksum varchar(64) NOT NULL,
      finished_at timestamptz,
      migration_name varchar(255) NOT NULL,
      logs text,
      rolled_back_at timestamptz,
      started_at timestamptz NOT NULL DEFAULT now(),
      applied_steps_count integer NOT NULL DEFAULT 0
    );
    UPDATE _prisma_migrations SET rolled_back_at = now()
     WHERE finished_at IS NULL AND rolled_back_at IS NULL`)
}

/**
 * Runs and records a migration. An interrupted one has left no changes, can continue, or rebuilds
 * its index.
 */
async function applyMigration(client: pg.Client, name: string): Promise<void> {
  const script = readFileSync(path.join(migrationsDir, name, 'migration.sql'), 'utf8')
  const startedAt = new Date()
  for (let tries = 1; ; tries++) {
    try {
      await (script.includes(' CONCURRENTLY ')
        ? runConcurrently(client, script)
        : // PostgreSQL runs a script of several statements in one transaction.
          client.query(script))
      break
    } catch (error) {
      const isRetriable = error instanceof pg.DatabaseError && retriableErrors.has(error.code ?? '')
      if (!isRetriable || tries === triesMax) throw error
      await setTimeout(pauseMs)
    }
  }
  await client.query(
    `INSERT INTO _prisma_migrations
       (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, $4, now(), 1)`,
    [randomUUID(), createHash('sha256').update(script).digest('hex'), name, startedAt],
  )
}

/**
 * Runs a statement with `CONCURRENTLY`. It waits for all earlier transactions without blocking
 * others, and runs outside a transaction. An interruption leaves an invalid index
 * (https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY).
 */
async function runConcurrently(client: pg.Client, script: string): Promise<void> {
  const [, index] = /CREATE INDEX CONCURRENTLY "(\w+)"/.exec(script) ?? []
  await applySettings(client, { lock_timeout: concurrentLockTimeout })
  if (index) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`)
  await client.query(script)
  await applySettings(client, { lock_timeout: lockTimeout })
}

async function main(): Promise<void> {
  loadEnvFile()
  const { DATABASE_URL, DIRECT_DATABASE_URL, migrationVariable, VERCEL_ENV, PREVIEW_DATA } =
    parseEnv(process.env)
  // Vercel builds every branch, including those that must not change the production database.
  if (process.argv.includes('--vercel') && VERCEL_ENV !== 'production' && !PREVIEW_DATA) {
    console.log('migrate: not a production deployment, the database stays as it is')
    return
  }
  const databaseUrl = DIRECT_DATABASE_URL ?? DATABASE_URL
  if (!databaseUrl) throw new Error('DATABASE_URL is missing')
  const applied = await migrate(databaseUrl).catch(explainDatabaseFault(migrationVariable))
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
}
