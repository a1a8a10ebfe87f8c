import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { getBlog } from './get-blog'

// No page is shared here; the variable only indicates that there are several processes.
process.env.REDIS_URL = 'redis://127.0.0.1:1'
await ownDatabase()

test('with several processes, reads the settings of another process at once', async () => {
  await getBlog()
  await db().blogSettings.create({ data: { name: 'Elsewhere' } })
  expect((await getBlog()).name).toBe('Elsewhere')
})
