import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { getBlog } from './get-blog'

// No page is shared here: it says that there are several processes.
process.env.REDIS_URL = 'redis://127.0.0.1:1'
await ownDatabase()

test('of several processes each knows at once what another one saved: its page would be kept for all of them', async () => {
  await getBlog()
  await db().blogSettings.create({ data: { name: 'Elsewhere' } })
  expect((await getBlog()).name).toBe('Elsewhere')
})
