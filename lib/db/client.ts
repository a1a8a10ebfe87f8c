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
 * Asks a database whether it is there, over a connection made for it: those of the pool may all be held up. A server that
 * refuses has answered.
 * @throws what the signal was aborted with, where there was no answer before
 */
async function probeDatabase(connectionString: string, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString })
  // What breaks is told by what waits for it as well.
  client.on('error', (error) => console.warn(`database: a probe broke (${error.message})`))
  const asked = client.connect().then(() => client.query('SELECT 1'))
  await Promise.race([asked.catch(() => {}), once(signal, 'abort')])
  // In order where it answered; a silent one hears no goodbye.
  if (signal.aborted) client.connection.stream.destroy()
  else void client.end().catch(() => {})
  signal.throwIfAborted()
}

/** More than the app has texts of SQL, and some tens of megabytes of each of PostgreSQL's processes at most. */
const namesMax = 1_000

/**
 * Names statements by their text, so that each is planned once a connection: PostgreSQL and node-postgres keep what has a name for as long as
 * the connection lasts. A search is worded as whoever asks words it, in ever new ways: after so many texts, others get no name
 * (the empty one, of which nothing is kept: https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY).
 *
 * @returns what names a statement
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
 * Bounds on every wait. Without them a frozen server holds requests for ever: node-postgres has no limits by default.
 * `query_timeout` is the client's own watch, so it also holds behind PgBouncer, which refuses `statement_timeout`.
 */
const patience = { connectMs: 1_000, queryMs: 3_000, transactionMs: 5_000 } // a connection is tried for twice, see DatabasePool
/** A silence is known after two seconds, so that an answer that waits more than once takes no longer than one that waits for a query. */
const silence = { lookEveryMs: 250, looksUntilProbe: 3, looksOfProbe: 4 }

/** For a program nobody waits for an answer of, before its first query: what it takes in may be large, and the machine busy. */
export function waitLongerForQueries(queryMs = 60_000): void {
  Object.assign(patience, { queryMs, transactionMs: 2 * queryMs })
}

type Database = { client: PrismaClient; watch: UnresponsiveDetector }

function createDatabase(): Database {
  const { NODE_ENV, DATABASE_URL, DIRECT_DATABASE_URL, onVercel } = env()
  // In `npm run dev` the same process compiles, and hears of nothing else for seconds.
  const { connectMs, queryMs } =
    NODE_ENV === 'development'
      ? { connectMs: 20_000, queryMs: Math.max(30_000, patience.queryMs) }
      : patience
  if (!DATABASE_URL) throw new DatabaseUnavailable(new Error('DATABASE_URL is not set'))
  const pool = new DatabasePool({
    connectionString: DATABASE_URL,
    // A function serves few requests at once, and there are many of them: the pooler in front counts connections.
    max: onVercel ? 3 : 10,
    idleTimeoutMillis: onVercel ? 5_000 : 30_000,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    allowExitOnIdle: true,
    // Prisma's adapter ignores the offset of a `timestamptz`, so every session must use UTC.
    verify: (connection, done) =>
      void applySettings(connection, { timezone: 'UTC' }).then(() => done(), done),
  })
  // Keeps a function alive until its idle connections are closed; a suspended function would keep them open.
  if (onVercel) attachDatabasePool(pool)
  // An idle connection that breaks tells the pool; unheard, the event would end the process.
  pool.on('error', (error) => console.warn(`database: an idle connection broke (${error.message})`))
  const client = new PrismaClient({
    transactionOptions: { timeout: patience.transactionMs },
    adapter: new PrismaPg(pool, {
      // A statement is planned once a connection. A pooler in transaction mode gives each transaction another one.
      ...(!DIRECT_DATABASE_URL && { statementNameGenerator: preparedStatementNames() }),
    }),
  })
  const watch = new UnresponsiveDetector({
    ...silence,
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

/** The one client, made when first asked for: a build needs no database. Kept across the reloads of `npm run dev`. */
export function db(): PrismaClient {
  return database().client
}

/** Deadlock detected, and serialization failure, by their SQLSTATEs and as Prisma has them: all that was done was taken back. */
const takenBackCodes = new Set(['40P01', '40001', 'P2034', 'TransactionWriteConflict'])
const triesMax = 3

/**
 * Runs one piece of work on the database: a statement, or a transaction. It is run again where it was taken back in favour of another one.
 * @throws DatabaseUnavailable where the database cannot be reached or did not answer in time; anything else as it came.
 */
export async function query<T>(work: (client: PrismaClient) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const { client, watch } = database()
      return await watch.during(() => work(client))
    } catch (error) {
      if (tries < triesMax && signsOf(error).codes.some((code) => takenBackCodes.has(code)))
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

/** Whether an error says that a constraint of the database was violated. */
export function violates(error: unknown, constraint: string): boolean {
  const { codes, messages } = signsOf(error)
  return (
    codes.some((code) => code.startsWith('23')) &&
    messages.some((message) => message.includes(constraint))
  )
}

/**
 * Resolves if the database answers and has tables.
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
