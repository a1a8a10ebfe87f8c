import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import pg from 'pg'

/** Limit of each step, in milliseconds. */
const timeoutMs = 4_000

/**
 * Runs `work` on a connection of its own.
 * @param limitMs limit of connecting and of each query, in milliseconds
 */
export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
  limitMs: number,
): Promise<T> {
  const limits = { connectionTimeoutMillis: limitMs, query_timeout: limitMs }
  const client = new pg.Client({ connectionString, ...limits })
  // The pending query receives the same error; without a listener, the event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Returns whether a connection uses a pooler in transaction mode, which uses a different session
 * for each transaction. Locks and settings of a session would be lost there.
 * @param client an open connection to the same URL, outside a transaction
 * @param limitMs limit of each step of a second connection, in milliseconds
 */
export async function poolsTransactions(
  client: pg.Client,
  databaseUrl: string,
  limitMs = 10_000,
): Promise<boolean> {
  const backendOf = async (session: pg.Client) =>
    (await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
  const own = await backendOf(client)
  const isSeparate = async (other: pg.Client) => {
    // Occupies the session that the pooler would use next.
    await other.query('BEGIN')
    return (await backendOf(other)) !== own && (await backendOf(client)) === own
  }
  return !(await withClient(databaseUrl, isSeparate, limitMs))
}

/**
 * Returns the names of the applied migrations; undefined if none was ever applied. Changes nothing.
 * @param read runs a statement
 */
export async function appliedMigrations(
  read: (sql: string) => Promise<{ name: string | null }[]>,
): Promise<ReadonlySet<string | null> | undefined> {
  const [table] = await read(`SELECT to_regclass('_prisma_migrations')::text AS name`)
  if (!table?.name) return undefined
  const rows = await read(
    `SELECT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** The version of a database, and properties of the connection to it. */
export type ConnectionFacts = Awaited<ReturnType<typeof inspectConnection>>

/** Connects to a database and describes the connection. Rejects if it fails or takes too long. */
export const inspectConnection = (databaseUrl: string) =>
  withClient(
    databaseUrl,
    async (client) => {
      const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
      const { stream } = client.connection
      return {
        version: rows[0]?.server_version ?? '',
        isEncrypted: stream instanceof TLSSocket,
        /** The address of the server or of its pooler; undefined for a Unix socket. */
        address: stream instanceof Socket ? stream.remoteAddress : undefined,
        poolsTransactions: await poolsTransactions(client, databaseUrl, timeoutMs),
      }
    },
    timeoutMs,
  )
