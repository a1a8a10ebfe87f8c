import { expect, test } from 'vitest'
import { applyMigrations } from '@/scripts/schema-engine'
import { createEmptyDatabase } from '@/test/database/database'
import { pingDatabase, waitLongerForQueries } from './client'

test('reports a database without tables as unavailable until it is migrated', async () => {
  waitLongerForQueries()
  process.env.DATABASE_URL = await createEmptyDatabase()
  await expect(pingDatabase()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('no tables') },
  })
  await applyMigrations(process.env.DATABASE_URL)
  await pingDatabase()
})
