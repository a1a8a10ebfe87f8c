/**
 * `npm run db:migrate`: brings a database to the schema of this checkout, in development, tests and production alike.
 *
 * `_prisma_migrations` comes out as `prisma migrate deploy` leaves it. Two runs at once take turns: a session lock on
 * the database holds the second one back, so it must be a direct connection, not one of a transaction pooler.
 */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { explainDatabaseFault } from '@/lib/db/database-faults'
import { parseEnv } from '@/lib/env'
import { loadEnvFile } from './load-env-file'
import { applyMigrations, prepareForMigration } from './schema-engine'

/** PostgreSQL's advisory locks have no names: any number will do, if it stays the same in every release. */
const lockKey = 20_251_020
/** How often who waits looks whether it is his turn. */
const pollMs = 100

/**
 * Applies what is missing.
 *
 * @param signal ends the wait for another run. What is begun is done to its end.
 * @returns the names of the migrations applied, oldest first
 */
export async function migrate(databaseUrl: string, signal?: AbortSignal): Promise<string[]> {
  const lock = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  // Whoever applies them has a connection of its own, which fails where the database is gone, and says so.
  lock.on('error', (error) =>
    console.warn(`migrate: the connection of its lock broke (${error.message})`),
  )
  await lock.connect()
  try {
    await refuseTransactionPooler(lock, databaseUrl)
    await prepareForMigration(lock)
    await takeTurn(lock, signal)
    await forgetUnfinished(lock)
    return await applyMigrations(databaseUrl)
  } finally {
    await lock.end()
  }
}

/**
 * A pooler in transaction mode gives each transaction another session of the server. The lock and the settings of a
 * migration would be lost, and would stay behind in sessions of the application.
 * @throws Error if the connection goes through such a pooler
 */
async function refuseTransactionPooler(client: pg.Client, databaseUrl: string): Promise<void> {
  const backendOf = async (asked: pg.Client) =>
    (await asked.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
  const own = await backendOf(client)
  const other = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  other.on('error', (error) => console.warn(`migrate: a connection broke (${error.message})`))
  await other.connect()
  try {
    // Occupies the session that the pooler would use next.
    await other.query('BEGIN')
    if ((await backendOf(other)) !== own && (await backendOf(client)) === own) return
  } finally {
    await other.end()
  }
  throw new Error(
    'The connection goes through a pooler in transaction mode, where migrations cannot hold their lock: set DIRECT_DATABASE_URL to the address of the server itself.',
  )
}

/**
 * Waits for the lock by asking for it again and again: a query that waits for it has a snapshot meanwhile, which an index that is made
 * `CONCURRENTLY` by who holds the lock would wait for.
 */
async function takeTurn(lock: pg.Client, signal: AbortSignal | undefined): Promise<void> {
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
 * Lets what was cut off begin anew, which the engine refuses: whoever holds the lock knows that nobody is at it, and each script
 * is one transaction, of which nothing is left, or goes on where it was, or makes its index anew.
 */
async function forgetUnfinished(lock: pg.Client): Promise<void> {
  const { rows } = await lock.query<{ known: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known`,
  )
  if (!rows[0]?.known) return
  await lock.query(
    'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL',
  )
}

async function main(): Promise<void> {
  loadEnvFile()
  // Vercel builds every branch against the variables of its environment; only production may change the database.
  if (process.argv.includes('--vercel') && process.env.VERCEL_ENV !== 'production') {
    console.log('migrate: not a production deployment, the database stays as it is')
    return
  }
  const { DATABASE_URL, DIRECT_DATABASE_URL, migrationVariable } = parseEnv(process.env)
  const databaseUrl = DIRECT_DATABASE_URL ?? DATABASE_URL
  if (!databaseUrl) throw new Error('DATABASE_URL is missing')
  const applied = await migrate(databaseUrl).catch(explainDatabaseFault(migrationVariable))
  console.log(
    applied.length === 0 ? 'migrate: nothing to do' : `migrate: applied ${applied.join(', ')}`,
  )
}

if (process.argv[1] === import.meta.filename) {
  try {
    await main()
  } catch (error) {
    console.error(`migrate: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
  // The engine leaves a timer behind that would hold the process for ten seconds more.
  process.exit()
}
