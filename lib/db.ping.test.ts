import { expect, test } from 'vitest'
import { createEmptyDatabase } from '@/lib/testing/database'
import { applyMigrations } from '@/prisma/schema-engine'
import { pingDatabase } from './db'
import { DatabaseAway } from './errors'

test('a database that was never migrated is as good as away, until it is', async () => {
  process.env.DATABASE_URL = await createEmptyDatabase()
  await expect(pingDatabase()).rejects.toThrow(DatabaseAway)
  await applyMigrations(process.env.DATABASE_URL)
  await pingDatabase()
})
