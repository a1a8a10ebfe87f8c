import 'server-only'
import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { env } from '@/lib/env'
import { AppError, DatabaseAway } from '@/lib/errors'
import { PrismaClient } from '@/lib/generated/prisma/client'

/**
 * Bounds on every wait. Without them a frozen server holds requests for ever: node-postgres has no limits by default.
 * `query_timeout` is the client's own watch, so it also holds behind PgBouncer, which refuses `statement_timeout`.
 */
const connectTimeoutMs = 1_000
const queryTimeoutMs = 3_000

function createClient() {
  const { DATABASE_URL, onVercel } = env()
  if (!DATABASE_URL) throw new DatabaseAway(new Error('DATABASE_URL is not set'))
  const pool = new pg.Pool({
    connectionString: DATABASE_URL,
    // A function serves few requests at once, and there are many of them: the pooler in front counts connections.
    max: onVercel ? 3 : 10,
    idleTimeoutMillis: onVercel ? 5_000 : 30_000,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    allowExitOnIdle: true,
  })
  // An idle connection that breaks tells the pool; unheard, the event would end the process.
  pool.on('error', (error) => console.warn(`database: an idle connection broke (${error.message})`))
  return new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => createHash('sha1').update(sql).digest('base64url') }),
  })
}

const shared = globalThis as typeof globalThis & { afterwordDb?: PrismaClient }

/** The one client, made when first asked for: a build needs no database. Kept across the reloads of `npm run dev`. */
export function db(): PrismaClient {
  shared.afterwordDb ??= createClient()
  return shared.afterwordDb
}

/** Prisma's codes for a server that is down, closing, or has no room (https://www.prisma.io/docs/orm/reference/error-reference). */
const awayCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'])

/** SQLSTATE classes and codes of the same kind: 08 connection, 53 resources, 57 operator intervention, 55P03 lock, 25006 read-only. */
const awayState = /^(?:08...|53...|57...|55P03|25006)$/

/** What node-postgres throws as plain errors when a connection breaks or does not answer. */
const awayMessage =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|the database system is|too many clients|server closed the connection/i

/** Whether an error means that the database is away, and not that a query is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true
  if (!(error instanceof Error)) return false
  const { code, meta } = error as Error & { code?: unknown; meta?: Record<string, unknown> }
  if (typeof code === 'string' && (awayCodes.has(code) || awayState.test(code))) return true
  if (sqlState(meta) !== undefined) return awayState.test(sqlState(meta) ?? '')
  return awayMessage.test(error.message) || (error.cause !== undefined && isDatabaseAway(error.cause))
}

/** The SQLSTATE inside the `meta` of a Prisma error, wherever this version keeps it. */
function sqlState(meta: Record<string, unknown> | undefined): string | undefined {
  if (typeof meta?.code === 'string' && /^[0-9A-Z]{5}$/.test(meta.code)) return meta.code
  const adapterError = meta?.driverAdapterError as { cause?: { originalCode?: unknown } } | undefined
  const original = adapterError?.cause?.originalCode
  return typeof original === 'string' ? original : undefined
}

/**
 * Runs one piece of work on the database.
 * @throws DatabaseAway where the database cannot be reached or did not answer in time; anything else as it came.
 */
export async function query<T>(work: (client: PrismaClient) => Promise<T>): Promise<T> {
  try {
    return await work(db())
  } catch (error) {
    if (!(error instanceof AppError) && isDatabaseAway(error)) throw new DatabaseAway(error)
    throw error
  }
}

/**
 * Resolves where the database answers.
 * @throws DatabaseAway
 */
export async function pingDatabase(): Promise<void> {
  await query((client) => client.$queryRaw`SELECT 1`)
}
