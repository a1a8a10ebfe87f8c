import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from '@/test/database/database'

/** Vercel's runtime provides the current request under this name. */
const requestContext = Symbol.for('@vercel/request-context')

test('on Vercel, the last request waits until its idle connections are closed', async () => {
  const contexts = new AsyncLocalStorage()
  Reflect.set(globalThis, requestContext, { get: () => contexts.getStore() })
  const DATABASE_URL = await createDatabase()
  const admin = new pg.Client({ connectionString: DATABASE_URL })
  await admin.connect()
  onTestFinished(async () => {
    Reflect.deleteProperty(globalThis, requestContext)
    vi.unstubAllEnvs()
    await admin.end()
  })
  for (const [name, value] of Object.entries({ VERCEL: '1', DATABASE_URL })) vi.stubEnv(name, value)
  const { query } = await import('./client')

  /** Runs queries as a request does. Returns the promises passed to `waitUntil`. */
  const request = (): Promise<unknown[]> => {
    const waited: unknown[] = []
    const waitUntil = (work: unknown) => waited.push(work)
    return contexts.run({ waitUntil }, async () => {
      await Promise.all(
        [1, 2].map(() => query((client) => client.$queryRaw`SELECT pg_sleep(0.1)::text`)),
      )
      return waited
    })
  }
  const othersOpen = async () => {
    const { rows } = await admin.query<{ open: number }>(
      `SELECT count(*)::integer AS open FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    return rows[0]?.open
  }
  const first = await request()
  // The second request reuses the connections of the first one.
  const second = await request()
  expect(await othersOpen()).toBe(2)
  await Promise.all(first)
  expect(await othersOpen()).toBe(2)
  await Promise.all(second)
  expect(await othersOpen()).toBe(0)
})
