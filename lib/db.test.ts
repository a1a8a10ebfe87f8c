import { createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { ownDatabase } from '@/lib/testing/database'
import { db, isDatabaseAway, query } from './db'
import { DatabaseAway, NotFound } from './errors'

await ownDatabase()

/** The error that a piece of work fails with. */
async function errorOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

test('a wrong query is a bug, and not a database that is away', async () => {
  const errors = [
    await errorOf(() => db().$queryRaw`SELECT nothing`),
    await errorOf(() => db().$queryRaw`SELECT 1/0`),
    await errorOf(() => db().post.findUniqueOrThrow({ where: { slug: 'nobody' } })),
    await errorOf(() => db().comment.create({ data: { postId: 1, status: 'published', authorName: '', content: '' } })),
    await errorOf(() => db().$queryRaw`SELECT ${'\0'}::text`),
    new TypeError('x is not a function'),
    'text',
    undefined,
  ]
  expect(errors.map(isDatabaseAway)).toEqual(errors.map(() => false))
})

test('a statement that is cancelled, and a connection that is cut, are a database that is away', async () => {
  expect(isDatabaseAway(await errorOf(() => db().$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())::text`))).toBe(true)
  expect(isDatabaseAway(await errorOf(() => db().$queryRaw`DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53300'; END $$`))).toBe(
    true,
  )
})

test.each([
  ['nobody listens', async () => ({ port: 1, close: () => {} })],
  [
    'the server accepts and says nothing',
    async () => {
      const server = createServer(() => {})
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      return { port: typeof address === 'object' && address ? address.port : 0, close: () => server.close() }
    },
  ],
])('where %s, work fails as DatabaseAway', async (_, listen) => {
  const { port, close } = await listen()
  vi.resetModules()
  vi.stubEnv('DATABASE_URL', `postgresql://a:b@127.0.0.1:${port}/c`)
  Reflect.deleteProperty(globalThis, 'afterwordDb')
  const fresh = await import('./db')
  const error = await errorOf(() => fresh.query((client) => client.$queryRaw`SELECT 1`))
  expect(error).toMatchObject({ code: 'database-away' })
  close()
})

test('a typed error passes through as it is', async () => {
  const error = new NotFound('post', 'x')
  expect(await errorOf(() => query(() => Promise.reject(error)))).toBe(error)
  expect(await errorOf(() => query(() => Promise.reject(new DatabaseAway('x'))))).toBeInstanceOf(DatabaseAway)
})
