import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from '@/test/database/database'

const requestContext = Symbol.for('@vercel/request-context')

test('on Vercel, a function stays alive until its idle connections are closed', async () => {
  const waited: Promise<unknown>[] = []
  // Vercel's runtime provides the same object.
  Reflect.set(globalThis, requestContext, {
    get: () => ({ waitUntil: (promise: Promise<unknown>) => waited.push(promise) }),
  })
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, requestContext)
    vi.unstubAllEnvs()
  })
  const platform = { VERCEL: '1', VERCEL_URL: 'blog.vercel.app', VERCEL_REGION: 'fra1' }
  for (const [name, value] of Object.entries({ ...platform, DATABASE_URL: await createDatabase() }))
    vi.stubEnv(name, value)
  const { db } = await import('./client')
  await db().$queryRaw`SELECT 1`
  expect(waited.length).toBeGreaterThan(0)
  await db().$disconnect()
})
