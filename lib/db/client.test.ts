import { createServer } from 'node:net'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { DatabaseUnavailable, NotFound } from '@/lib/errors'
import { ownDatabase } from '@/test/database/database'
import { breakConnectionOn } from '@/test/servers/break-connection'
import { db, query } from './client'
import { isDatabaseUnavailable } from './database-errors'

const databaseUrl = await ownDatabase()

/** Returns the error with which `work` fails. */
async function errorOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('the work did not fail')
}

test('does not report a wrong query as an unavailable database', async () => {
  const errors = [
    await errorOf(() => db().$queryRaw`SELECT nothing`),
    await errorOf(() => db().$queryRaw`SELECT 1/0`),
    await errorOf(() => db().post.findUniqueOrThrow({ where: { slug: 'nobody' } })),
    await errorOf(() =>
      db().comment.create({
        data: { postId: 1, status: 'published', authorName: '', content: '' },
      }),
    ),
    await errorOf(() => db().$queryRaw`SELECT ${'\0'}::text`),
    new TypeError('x is not a function'),
    'text',
    undefined,
  ]
  expect(errors.map(isDatabaseUnavailable)).toEqual(errors.map(() => false))
})

test('reports a cancelled statement and a cut connection as an unavailable database', async () => {
  expect(
    isDatabaseUnavailable(
      await errorOf(() => db().$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())::text`),
    ),
  ).toBe(true)
  expect(
    isDatabaseUnavailable(
      await errorOf(
        () => db().$queryRaw`DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53300'; END $$`,
      ),
    ),
  ).toBe(true)
})

test('retries a transaction that was rolled back because of a deadlock', async () => {
  await db().$executeRaw`CREATE TABLE locked (id integer PRIMARY KEY, times integer NOT NULL)`
  await db().$executeRaw`INSERT INTO locked VALUES (1, 0), (2, 0)`
  const other = new pg.Client({ connectionString: databaseUrl })
  await other.connect()
  // This session does not check for deadlocks, so that the other one is rolled back.
  await other.query(
    `SET deadlock_timeout = '1h'; BEGIN; UPDATE locked SET times = times + 1 WHERE id = 2`,
  )
  let tries = 0
  const work = query((client) =>
    client.$transaction(async (transaction) => {
      tries += 1
      await transaction.$executeRaw`UPDATE locked SET times = times + 1 WHERE id = 1`
      await transaction.$executeRaw`UPDATE locked SET times = times + 1 WHERE id = 2`
    }),
  )
  const isWaiting = async () =>
    (
      await db().$queryRaw<
        unknown[]
      >`SELECT 1 FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()`
    ).length
  await expect.poll(isWaiting, { timeout: 10_000 }).toBeGreaterThan(0)
  await other.query('UPDATE locked SET times = times + 1 WHERE id = 1; COMMIT')
  await work
  await other.end()
  expect(tries).toBe(2)
  expect(await db().$queryRaw`SELECT id, times FROM locked ORDER BY id`).toEqual([
    { id: 1, times: 2 },
    { id: 2, times: 2 },
  ])
})

test.each([
  ['the port is closed', async () => ({ url: 'postgresql://a:b@127.0.0.1:1/c', close: () => {} })],
  [
    // An `error` event without a listener would be an uncaught exception, with which Vitest fails.
    'a connection breaks while its settings are applied',
    async () => ({ url: await breakConnectionOn('SET timezone', databaseUrl), close: () => {} }),
  ],
  [
    'the server accepts connections and never replies',
    async () => {
      const server = createServer(() => {})
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      return { url: `postgresql://a:b@127.0.0.1:${port}/c`, close: () => server.close() }
    },
  ],
])('fails with DatabaseUnavailable if %s', async (_, listen) => {
  const { url, close } = await listen()
  vi.resetModules()
  vi.stubEnv('DATABASE_URL', url)
  Reflect.deleteProperty(globalThis, 'afterwordDb')
  const fresh = await import('./client')
  const error = await errorOf(() => fresh.query((client) => client.$queryRaw`SELECT 1`))
  expect(error).toMatchObject({ code: 'database-unavailable' })
  close()
  // The next test must not reuse the client, which has detected an unresponsive database.
  Reflect.deleteProperty(globalThis, 'afterwordDb')
})

test('passes a typed error through unchanged', async () => {
  const error = new NotFound('post', 'x')
  expect(await errorOf(() => query(() => Promise.reject(error)))).toBe(error)
  expect(
    await errorOf(() => query(() => Promise.reject(new DatabaseUnavailable('x')))),
  ).toBeInstanceOf(DatabaseUnavailable)
})
