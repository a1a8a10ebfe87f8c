import 'server-only'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PrismaPg } from '@prisma/adapter-pg'
import { attachDatabasePool } from '@vercel/functions/db-connections'
import pg from 'pg'
import { env } from '@/lib/env'
import { AppError, DatabaseUnavailable } from '@/lib/errors'
import { PrismaClient } from '@/lib/generated/prisma/client'
import { DatabasePool } from './connection-pool'
import { isDatabaseUnavailable, reportDatabaseUnavailable, signsOf } from './database-faults'
import { applySettings } from './session-settings'
import { UnresponsiveDetector } from './unresponsive-detector'

/**
 * Checks whether the database responds, over a separate connection, since those of the pool may all
 * be blocked. An error from the server counts as a response.
 * @throws the signal's reason if it is aborted first
 */
async function probeDatabase(connectionString: string, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString })
  // The pending query receives the same error; without a listener, the event would end the process.
  client.on('error', (error) => console.warn(`database: a probe broke (${error.message})`))
  const asked = client.connect().then(() => client.query('SELECT 1'))
  await Promise.race([asked.catch(() => {}), once(signal, 'abort')])
  // Close the connection cleanly only if the server responds.
  if (signal.aborted) client.connection.stream.destroy()
  else void client.end().catch(() => {})
  signal.throwIfAborted()
}

/** Exceeds the number of the app's SQL texts; costs PostgreSQL tens of MB per process. */
const namesMax = 1_000

/**
 * Names statements by their text, so that each connection plans each statement once: PostgreSQL and
 * node-postgres keep named statements for the lifetime of the connection. Search queries vary
 * without limit, so texts beyond `max` get the empty name, under which nothing is kept
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY).
 * @returns a function that names a statement
 */
export function preparedStatementNames(max = namesMax): (statement: { sql: string }) => string {
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
 * would block requests for ever. The client enforces `query_timeout`, so it also works behind
 * PgBouncer, which refuses `statement_timeout`. `DatabasePool` makes two attempts to connect.
 */
const timeouts = { connectMs: 1_000, queryMs: 3_000, transactionMs: 5_000 }
/**
 * Detects an unresponsive database after two seconds, so that a request that waits several times
 * fails as early as one that waits once.
 */
const detection = { lookEveryMs: 250, looksUntilProbe: 3, looksOfProbe: 4 }

/**
 * Raises the query limits of a batch program. Call it before the first query: the input may be
 * large, and the machine busy.
 */
export function waitLongerForQueries(queryMs = 60_000): void {
  Object.assign(timeouts, { queryMs, transactionMs: 2 * queryMs })
}

type Database = { client: PrismaClient; watch: UnresponsiveDetector }

function createDatabase(): Database {
  const { NODE_ENV, DATABASE_URL, DIRECT_DATABASE_URL, onVercel } = env()
  // `npm run dev` compiles in the same process, which blocks the event loop for seconds.
  const { connectMs, queryMs } =
    NODE_ENV === 'development'
      ? { connectMs: 20_000, queryMs: Math.max(30_000, timeouts.queryMs) }
      : timeouts
  if (!DATABASE_URL) throw new DatabaseUnavailable(new Error('DATABASE_URL is not set'))
  const pool = new DatabasePool({
    connectionString: DATABASE_URL,
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
  // A suspended function would keep its idle connections open, so Vercel waits until they are
  // closed.
  if (onVercel) attachDatabasePool(pool)
  // Without a listener, an error on an idle connection would end the process.
  pool.on('error', (error) => console.warn(`database: an idle connection broke (${error.message})`))
  const client = new PrismaClient({
    transactionOptions: { timeout: timeouts.transactionMs },
    adapter: new PrismaPg(pool, {
      // Each connection plans a statement once. A pooler in transaction mode changes connections
      // between transactions.
      ...(!DIRECT_DATABASE_URL && { statementNameGenerator: preparedStatementNames() }),
    }),
  })
  const watch = new UnresponsiveDetector({
    ...detection,
    probe: (signal) => probeDatabase(DATABASE_URL, signal),
    fellSilent: () => pool.cutAll(),
  })
  return { client, watch }
}

const shared = globalThis as typeof globalThis & { afterwordDb?: Database }

function database(): Database {
  shared.afterwordDb ??= createDatabase()
  return shared.afterwordDb
}

/**
 * Returns the shared client. It is created on first use, since a build needs no database, and kept
 * across reloads of `npm run dev`.
 */
export function db(): PrismaClient {
  return database().client
}

/** Codes of deadlocks and serialization failures: the database rolled everything back. */
const rolledBackCodes = new Set(['40P01', '40001', 'P2034', 'TransactionWriteConflict'])
const triesMax = 3

/**
 * Runs a statement or transaction. Retries it if the database rolled it back because of a
 * concurrent transaction.
 * @throws DatabaseUnavailable if the database cannot be reached or does not respond in time; other
 * errors unchanged
 */
export async function query<T>(work: (client: PrismaClient) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const { client, watch } = database()
      return await watch.during(() => work(client))
    } catch (error) {
      if (tries < triesMax && signsOf(error).codes.some((code) => rolledBackCodes.has(code)))
        continue
      const away =
        !(error instanceof AppError) && isDatabaseUnavailable(error)
          ? new DatabaseUnavailable(error)
          : error
      if (away instanceof DatabaseUnavailable)
        reportDatabaseUnavailable(away, env().databaseVariable)
      throw away
    }
  }
}

/** Returns whether an error reports a violation of a database constraint. */
export function violates(error: unknown, constraint: string): boolean {
  const { codes, messages } = signsOf(error)
  return (
    codes.some((code) => code.startsWith('23')) &&
    messages.some((message) => message.includes(constraint))
  )
}

/**
 * Resolves if the database responds and has tables.
 * @throws DatabaseUnavailable
 */
export async function pingDatabase(): Promise<void> {
  await query(async (client) => {
    const [row] = await client.$queryRaw<
      { hasTables: boolean }[]
    >`SELECT to_regclass('posts') IS NOT NULL AS "hasTables"`
    if (!row?.hasTables)
      throw new DatabaseUnavailable(new Error('it has no tables: run npm run db:migrate'))
  })
}
