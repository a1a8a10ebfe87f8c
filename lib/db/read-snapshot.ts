import 'server-only'
import { query, snapshotTimeoutMs } from '@/lib/db/client'
import type { Prisma } from '@/lib/generated/prisma/client'

/** Runs a statement and returns its rows. */
export type ReadRows = <Row>(statement: Prisma.Sql) => Promise<Row[]>

/**
 * Yields the values of `read`. All its statements see the database as it was at the first one: they
 * share a read-only transaction, which also stays on one connection behind a pooler. It holds a
 * connection until the consumer has read everything or stops, but at most 10 minutes, so that a
 * stalled download ends; batch programs have a day. The connection settings of the server, such as
 * `transaction_timeout`, may end it sooner.
 * @throws DatabaseUnavailable, including after the time limit
 */
export async function* inSnapshot<T>(
  read: (rows: ReadRows) => AsyncGenerator<T>,
): AsyncGenerator<T, void, void> {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let ended: Promise<void> = Promise.resolve()
  const transaction = await query(
    (client) =>
      new Promise<Prisma.TransactionClient>((resolve, reject) => {
        ended = client.$transaction(
          async (started) => {
            resolve(started)
            await finished
          },
          { isolationLevel: 'RepeatableRead', timeout: snapshotTimeoutMs() },
        )
        ended.catch(reject)
      }),
  )
  try {
    // Use `SELECT`, because `SET TRANSACTION` takes no snapshot.
    await query(() => transaction.$queryRaw`SELECT set_config('transaction_read_only', 'on', true)`)
    yield* read((statement) => query(() => transaction.$queryRaw(statement)))
  } finally {
    finish()
    // There is nothing to commit, and a statement has already failed with the same error.
    await ended.catch(() => {})
  }
}
