import 'server-only'
import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { waitUntil } from '@vercel/functions'
import pg from 'pg'
import { withTimeout } from '@/lib/concurrency/with-timeout'
import { env } from '@/lib/env'
import { DatabaseUnavailable } from '@/lib/errors'
import { Prisma, PrismaClient } from '@/lib/generated/prisma/client'
import { measure } from '@/lib/telemetry/measure'
import { errorDetails, isDatabaseUnavailable, reportDatabaseUnavailable } from './database-errors'
import { appliedMigrations } from './inspect-connection'
import { applySettings } from './session-settings'
import { UnresponsiveDetector } from './unresponsive-detector'

/** Milliseconds without a reply before the database is probed, and the timeout of the probe. */
const silentMs = 1_000

/**
 * Returns whether the database replies, over a separate connection, since those of the pool may all
 * be blocked. An error from the server counts as a reply.
 */
async function isResponsive(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  // The pending query receives the same error; without a listener, the event would end the process.
  client.on('error', () => {})
  const connected = client.connect()
  const replied = connected.then(() => client.query('SELECT 1')).catch(() => {})
  return withTimeout(replied, silentMs)
    .then(() => true)
    .catch(() => false)
    .finally(() => client.connection.stream.destroy())
}

/**
 * Names statements by their text, so that each connection parses and plans each one once:
 * PostgreSQL and node-postgres keep named statements for the lifetime of the connection. Search
 * queries vary without limit, so texts beyond `max` get the empty name, under which nothing is kept
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY).
 * @returns a function that names a statement
 */
export function preparedStatementNames(max = 1_000): (statement: { sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined || names.size >= max) return known ?? ''
    const name = createHash('sha1').update(sql).digest('base64url')
    names.set(sql, name)
    return name
  }
}

/**
 * Limits on every wait, in milliseconds. node-postgres has none by default, so a frozen server
 * would block requests indefinitely. The client enforces `query_timeout`, so it also works behind
 * PgBouncer, which refuses `statement_timeout`. Rendering can block the event loop for a second, so
 * a shorter `connectMs` could expire before the process reads the reply.
 */
const timeouts = {
  connectMs: 2_000,
  queryMs: 3_000,
  transactionMs: 5_000,
  snapshotMs: 10 * 60_000,
}

/** Raises the query limits of a batch program. Call it before the first query. */
export function waitLongerForQueries(queryMs = 60_000): void {
  Object.assign(timeouts, { queryMs, transactionMs: 2 * queryMs, snapshotMs: 24 * 3_600_000 })
}

/** Returns how long a snapshot may be read, in milliseconds. */
export const snapshotTimeoutMs = (): number => timeouts.snapshotMs

/** A database with its connections. */
export type Database = ReturnType<typeof createDatabase>

/**
 * Prepares the connections to a database. The first query opens one.
 * @param isPooled whether the URL may lead to a pooler in transaction mode, which changes
 * connections between transactions
 */
export function createDatabase(connectionString: string, isPooled: boolean) {
  const { NODE_ENV, onVercel } = env()
  // `npm run dev` compiles in the same process, which blocks the event loop for seconds.
  const { connectMs, queryMs } =
    NODE_ENV === 'development'
      ? { connectMs: 20_000, queryMs: Math.max(30_000, timeouts.queryMs) }
      : timeouts
  const pool = new pg.Pool({
    connectionString,
    // A function serves few requests at once, but many functions share the connections of the
    // pooler.
    max: onVercel ? 3 : 10,
    idleTimeoutMillis: onVercel ? 5_000 : 30_000,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    allowExitOnIdle: true,
    // Prisma's adapter ignores the offset of a `timestamptz`, so every session must use UTC.
    verify: (connection, done) =>
      void applySettings(connection, { timezone: 'UTC' }).then(() => done(), done),
  })
  // Without a listener, an error on an idle connection would end the process.
  pool.on('error', (error) => console.warn(`database: an idle connection broke (${error.message})`))
  const connections = new Set<pg.PoolClient>()
  pool.on('connect', (connection) => {
    connections.add(connection)
    // pg-pool does not listen for errors during `verify`. The query fails with the same error.
    connection.on('error', () => {})
  })
  let stopWaiting = () => {}
  pool.on('remove', (connection) => {
    connections.delete(connection)
    if (connections.size === 0) stopWaiting()
  })
  const client = new PrismaClient({
    transactionOptions: { timeout: timeouts.transactionMs },
    adapter: new PrismaPg(pool, {
      disposeExternalPool: true,
      ...(!isPooled && { statementNameGenerator: preparedStatementNames() }),
    }),
  })
  const detector = new UnresponsiveDetector({
    silentMs,
    isResponsive: () => isResponsive(connectionString),
    closeConnections: () => {
      for (const { connection } of connections) connection.stream.destroy()
    },
  })
  /**
   * On Vercel, keeps the function of the current request alive while connections are open. A
   * suspended function would keep idle ones open. `attachDatabasePool` of Vercel's library does not
   * work with pg: it asks for the current request when a connection is released, and finds the one
   * that opened the connection, or none (vercel/vercel#13975).
   */
  const waitUntilClosed = () => {
    stopWaiting()
    if (!onVercel || connections.size === 0) return
    // Only the latest request waits, because others could exceed their maximum duration.
    waitUntil(
      new Promise<void>((resolve) => {
        stopWaiting = resolve
      }),
    )
  }
  return { pool, client, detector, waitUntilClosed }
}

const shared = globalThis as typeof globalThis & { afterwordDb?: Database }

function database(): Database {
  const { DATABASE_URL, DIRECT_DATABASE_URL, VERCEL_ENV } = env()
  if (!DATABASE_URL) {
    const reason = VERCEL_ENV === 'preview' ? 'previews need PREVIEW_DATA' : 'it is not set'
    throw new DatabaseUnavailable(new Error(`no DATABASE_URL: ${reason}`))
  }
  shared.afterwordDb ??= createDatabase(DATABASE_URL, DIRECT_DATABASE_URL !== undefined)
  return shared.afterwordDb
}

/** Returns the shared client, which is created on first use: a build needs no database. */
export function db(): PrismaClient {
  return database().client
}

/** Returns the connections of the pool by state, and the queries that wait for one. */
export function countConnections(): { idle: number; used: number; waiting: number } {
  const { idleCount = 0, totalCount = 0, waitingCount = 0 } = shared.afterwordDb?.pool ?? {}
  return { idle: idleCount, used: totalCount - idleCount, waiting: waitingCount }
}

/** Codes of deadlocks and serialization failures, after which the transaction is rolled back. */
const rolledBackCodes = new Set(['40P01', '40001', 'P2034', 'TransactionWriteConflict'])
const triesMax = 3

/**
 * Runs a statement or transaction. Retries it if a concurrent transaction made the database roll it
 * back.
 * @throws DatabaseUnavailable if the database does not respond in time; other errors unchanged
 */
export const query = <T>(work: (client: PrismaClient) => Promise<T>): Promise<T> =>
  measure('db.client.operation', { 'db.system.name': 'postgresql' }, () => runWithRetries(work))

/** Runs a statement or transaction on a database once. */
export const runOn = <T>(
  { client, detector, waitUntilClosed }: Database,
  work: (client: PrismaClient) => Promise<T>,
): Promise<T> => detector.during(() => work(client)).finally(waitUntilClosed)

async function runWithRetries<T>(work: (client: PrismaClient) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await runOn(database(), work)
    } catch (error) {
      if (tries < triesMax && errorDetails(error).some((code) => rolledBackCodes.has(code)))
        continue
      if (!isDatabaseUnavailable(error)) throw error
      const unavailable =
        error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error)
      reportDatabaseUnavailable(unavailable, env().databaseVariable)
      throw unavailable
    }
  }
}

/**
 * Runs `work` in a transaction and returns its result.
 * @param options.timeout milliseconds
 * @throws as `query` does
 */
export const inTransaction = <T>(
  work: (transaction: Prisma.TransactionClient) => Promise<T>,
  options?: { timeout: number },
): Promise<T> => query((client) => client.$transaction(work, options))

/** A statement as a tagged template. */
export type Sql = TemplateStringsArray | Prisma.Sql

/**
 * Runs one statement, given as a tagged template, and returns its rows.
 * @throws as `query` does
 */
export const queryRows = <Row>(sql: Sql, ...values: unknown[]): Promise<Row[]> =>
  query((client) => client.$queryRaw<Row[]>(sql, ...values))

/**
 * Runs one statement, given as a tagged template, and returns the number of changed rows.
 * @throws as `query` does
 */
export const executeSql = (sql: Sql, ...values: unknown[]): Promise<number> =>
  query((client) => client.$executeRaw(sql, ...values))

/** Returns whether an error reports a violation of a database constraint. */
export function violates(error: unknown, constraint: string): boolean {
  const parts = errorDetails(error)
  return (
    parts.some((part) => /^23...$/.test(part)) && parts.some((part) => part.includes(constraint))
  )
}

/** Checks that the database responds and has these migrations. @throws DatabaseUnavailable */
export async function pingDatabase(migrations: string[]): Promise<void> {
  await query(async (client) => {
    const applied = await appliedMigrations((sql) => client.$queryRaw(Prisma.raw(sql)))
    const missing = migrations.filter((name) => !applied?.has(name)).length
    if (missing > 0)
      throw new DatabaseUnavailable(
        new Error(`it lacks ${missing} migrations: run npm run db:migrate`),
      )
  })
}
