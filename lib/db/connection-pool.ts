import pg from 'pg'
import { messageOf } from '@/lib/errors'

/** Messages of pg-pool for a timeout, waiting for a free connection or opening one. */
const timedOut = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
])

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

/**
 * Keeps a connection that breaks from ending the process. pg-pool listens for `error` only while a
 * client is idle, and not while it runs `verify`. The query under way fails with the same error.
 */
export function ignoreErrorEvents(client: pg.ClientBase): void {
  client.on('error', () => {})
}

/**
 * A pool that tries a second time if a connection is not ready in time. Rendering can block the
 * event loop for a second, so a timeout may fire before the process reads the reply; the second
 * attempt then succeeds at once. No statement was sent before, so a retry is safe.
 */
export class DatabasePool extends pg.Pool {
  readonly #clients = new Set<pg.PoolClient>()

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('connect', (client) => {
      this.#clients.add(client)
      ignoreErrorEvents(client)
    })
    this.on('remove', (client) => this.#clients.delete(client))
  }

  /** Destroys every open connection. Pending queries fail at once; new ones reconnect. */
  cutAll(): void {
    for (const client of this.#clients) client.connection.stream.destroy()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (!connected) {
      const retried = super
        .connect()
        .catch((error: unknown) => (isTimeOut(error) ? super.connect() : Promise.reject(error)))
      return retried.catch((error: unknown) => Promise.reject(new ConnectionFailed(error)))
    }
    const finish: Connected = (error, ...rest) =>
      connected(error && new ConnectionFailed(error), ...rest)
    super.connect((error, client, release) =>
      isTimeOut(error) ? super.connect(finish) : finish(error, client, release),
    )
    return undefined
  }
}

/**
 * The error for a failed connection. Prisma preserves the code and `meta` of this error, but loses
 * the code and cause of node-postgres errors.
 */
class ConnectionFailed extends Error {
  override name = 'ConnectionFailed'
  /** Identifies the error across copies of this module. */
  readonly code = 'ConnectionFailed'
  readonly meta: { cause: unknown }

  constructor(cause: unknown) {
    super(messageOf(cause))
    this.meta = { cause }
  }
}

const isTimeOut = (error: unknown) => error instanceof Error && timedOut.has(error.message)
