import 'server-only'
import { waitUntil } from '@vercel/functions'
import { env } from '@/lib/env'
import { measure } from '@/lib/telemetry/measure'
import { createDatabase, type Database, queryRows, runOn, type Sql } from './client'
import { describeDatabaseError } from './database-errors'

/** Milliseconds between two checks of a replica that is in use. */
const checkEveryMs = 5_000

type Replica = Database & {
  /** The reason why the replica is not used; empty if it is unknown. Undefined if it is used. */
  error: string | undefined
  checkedAt: number
  checking: Promise<void> | undefined
  /** The end of the primary's write-ahead log at the last check. */
  logEnd: string | undefined
}

const shared = globalThis as typeof globalThis & { afterwordReplica?: Replica }

function setError(replica: Replica, error: string | undefined): void {
  if (error && error !== replica.error) console.warn(`database replica not used: ${error}`)
  replica.error = error
}

const describe = (error: unknown) => describeDatabaseError(error, 'DATABASE_REPLICA_URL')

/**
 * Checks that the replica has replayed everything that the primary had written by the last check,
 * because even a healthy replica is some milliseconds behind. A promoted replica replays nothing
 * more, so it fails the check.
 */
async function check(replica: Replica): Promise<void> {
  const isRecent = performance.now() - replica.checkedAt < 2 * checkEveryMs
  replica.checkedAt = performance.now()
  // Without the primary, there is no newer data. The query has reported the error.
  const [primary] = await queryRows<{ logEnd: string }>`
    SELECT pg_current_wal_lsn()::text AS "logEnd"`.catch(() => [])
  if (!primary) return
  const earlier = isRecent ? replica.logEnd : undefined
  replica.logEnd = primary.logEnd
  try {
    const [row] = await runOn(
      replica,
      (client) => client.$queryRaw<{ isCurrent: boolean | null }[]>`
        SELECT pg_last_wal_replay_lsn() >= ${earlier ?? primary.logEnd}::pg_lsn AS "isCurrent"`,
    )
    const isBehind = earlier === undefined ? '' : 'it is too far behind, or not a replica'
    setError(replica, row?.isCurrent ? undefined : isBehind)
  } catch (error) {
    setError(replica, describe(error))
  }
}

/** Returns the replica if it may be used. Only a replica in use makes requests wait for a check. */
async function findReplica(): Promise<Replica | undefined> {
  const { DATABASE_REPLICA_URL } = env()
  if (!DATABASE_REPLICA_URL) return undefined
  shared.afterwordReplica ??= {
    ...createDatabase(DATABASE_REPLICA_URL, true),
    error: '',
    checkedAt: -2 * checkEveryMs,
    checking: undefined,
    logEnd: undefined,
  }
  const replica = shared.afterwordReplica
  if (performance.now() - replica.checkedAt >= checkEveryMs) {
    replica.checking ??= check(replica).finally(() => {
      replica.checking = undefined
    })
    waitUntil(replica.checking)
    if (replica.error === undefined) await replica.checking
  }
  return replica.error === undefined ? replica : undefined
}

/**
 * Like `queryRows`, for rows that may be up to 15 s old: reads them from `DATABASE_REPLICA_URL`. If
 * that is not set, unavailable or too far behind, reads them from the primary. Pages that a write
 * invalidates must not use it: a cached page would stay old.
 * @throws as `query` does
 */
export async function queryReplicaRows<Row>(sql: Sql, ...values: unknown[]): Promise<Row[]> {
  const replica = await findReplica()
  if (!replica) return queryRows<Row>(sql, ...values)
  try {
    return await measure('db.client.operation', { 'db.system.name': 'postgresql' }, () =>
      runOn(replica, (client) => client.$queryRaw<Row[]>(sql, ...values)),
    )
  } catch (error) {
    // This includes queries that conflict with replay, or that need a newer schema.
    setError(replica, describe(error))
    Object.assign(replica, { checkedAt: performance.now(), logEnd: undefined })
    return queryRows<Row>(sql, ...values)
  }
}
