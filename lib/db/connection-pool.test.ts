import { expect, test } from 'vitest'
import { createDatabase } from '@/test/database/database'
import { breakConnectionOn } from '@/test/servers/break-connection'
import { DatabasePool } from './connection-pool'
import { applySettings } from './session-settings'

const connectionString = await createDatabase()
const patient = { connectionString, connectionTimeoutMillis: 300 }

/** Blocks the event loop, as rendering a long page does. */
const blockEventLoop = (ms: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('a process that is busy for longer than the timeout still connects', async () => {
  await using pool = disposable(new DatabasePool(patient))
  const asked = pool.query('SELECT 1 AS one')
  await new Promise(setImmediate)
  blockEventLoop(600)
  expect((await asked).rows).toEqual([{ one: 1 }])
})

test('waits twice as long as the timeout for a free connection, and no longer', async () => {
  await using pool = disposable(new DatabasePool({ ...patient, max: 1 }))
  const client = await pool.connect()
  const [first, second] = [pool.query('SELECT 1 AS one'), pool.query('SELECT 2 AS two')]
  setTimeout(() => client.release(), 450)
  expect((await first).rows).toEqual([{ one: 1 }])
  expect((await second).rows).toEqual([{ two: 2 }])
  const kept = await pool.connect()
  await expect(pool.connect()).rejects.toThrow('timeout exceeded')
  await expect(pool.query('SELECT 1')).rejects.toThrow('timeout exceeded')
  kept.release()
})

test('cutAll fails pending queries at once, and new ones reconnect', async () => {
  await using pool = disposable(new DatabasePool(patient))
  pool.on('error', () => {})
  await Promise.all([pool.query('SELECT 1'), pool.query('SELECT 1')])
  const slow = pool.query('SELECT pg_sleep(5)')
  await new Promise((resolve) => setTimeout(resolve, 100))
  pool.cutAll()
  await expect(slow).rejects.toThrow('Connection terminated')
  await new Promise(setImmediate)
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

// An `error` event without a listener would be an uncaught exception, with which Vitest fails.
test('a connection that breaks while its settings are applied fails the query, not the process', async () => {
  const url = await breakConnectionOn('SET timezone', connectionString)
  await using pool = disposable(
    new DatabasePool({
      connectionString: url,
      verify: (client, done) =>
        void applySettings(client, { timezone: 'UTC' }).then(() => done(), done),
    }),
  )
  await expect(pool.query('SELECT 1')).rejects.toThrow('Connection terminated unexpectedly')
})

function disposable(pool: DatabasePool): DatabasePool & AsyncDisposable {
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() })
}
