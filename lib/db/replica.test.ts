import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  type PostgresWithTools,
  runSql,
  startPostgresWithTools,
} from '@/test/servers/postgres-with-tools'
import { queryReplicaRows } from './replica'

let primary: PostgresWithTools
let replica: PostgresWithTools

beforeAll(async () => {
  primary = await startPostgresWithTools()
  replica = await startPostgresWithTools({ replicaOf: primary })
  process.env.DATABASE_URL = primary.url('postgres')
  process.env.DATABASE_REPLICA_URL = replica.url('postgres')
})

afterAll(async () => {
  await replica.stop()
  await primary.stop()
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})

/** Returns whether the replica answers a query, after the time between two checks. */
async function isReplicaUsed(): Promise<boolean | undefined> {
  vi.advanceTimersByTime(5_000)
  const [row] = await queryReplicaRows<{ isReplica: boolean }>`
    SELECT pg_is_in_recovery() AS "isReplica"`
  return row?.isReplica
}

const untilUsed = (used: boolean) => expect.poll(isReplicaUsed).toBe(used)
const write = () => runSql(primary.url('postgres'), 'CREATE TABLE IF NOT EXISTS written ()')
const onReplica = (sql: string) => runSql(replica.url('postgres'), sql)

test('the first query does not wait for the replica', async () => {
  expect(await isReplicaUsed()).toBe(false)
})

test('reads from the replica once it is known to be current', async () => {
  await untilUsed(true)
})

test('reads from the primary while the replica is behind', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await untilUsed(true)
  await onReplica('SELECT pg_wal_replay_pause()')
  await write()
  await untilUsed(false)
  await onReplica('SELECT pg_wal_replay_resume()')
  await untilUsed(true)
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    'database replica not used: it is too far behind, or not a replica',
  )
})

test('reads from the primary if a query fails on the replica, then checks it again', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await untilUsed(true)
  // A replica cannot assign transaction numbers.
  expect(await queryReplicaRows`SELECT txid_current()::text AS id`).toHaveLength(1)
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching('database replica not used: .* during recovery'),
  )
  await untilUsed(true)
})

test('throws the error of a query that is wrong on the primary too', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await untilUsed(true)
  await expect(queryReplicaRows`SELECT nothing`).rejects.toThrow('nothing')
})

test('keeps reading from the replica while the primary is unavailable', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await untilUsed(true)
  await primary.stop()
  expect(await isReplicaUsed()).toBe(true)
})
