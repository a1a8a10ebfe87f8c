import { expect, test, vi } from 'vitest'
import { ownDatabase } from '@/test/database/database'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
await ownDatabase()

const request = new Request('https://blog.example/api/comments', { method: 'POST' })
const input = { content: 'Some words.' }

test('a repeated form has the same key only from the same network', async () => {
  const { idempotencyKey } = await import('./idempotency-key')
  const key = await idempotencyKey(request, 'form', input, '192.0.2.1')
  expect(await idempotencyKey(request, 'form', input, '192.0.2.1')).toEqual(key)
  expect(await idempotencyKey(request, 'form', input, '192.0.2.2')).not.toEqual(key)
  expect(await idempotencyKey(request, 'form', { content: 'Others.' }, '192.0.2.1')).not.toEqual(
    key,
  )
})

test('a form’s key reveals no address once the salt of the day is deleted', async () => {
  const { idempotencyKey } = await import('./idempotency-key')
  const key = await idempotencyKey(request, 'form', input, '192.0.2.1')
  const { db } = await import('@/lib/db/client')
  await db().$executeRaw`DELETE FROM daily_salts`
  // Simulates a process that starts now, with the same secret.
  vi.resetModules()
  const later = await import('./idempotency-key')
  expect(await later.idempotencyKey(request, 'form', input, '192.0.2.1')).not.toEqual(key)
})
