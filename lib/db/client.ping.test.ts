import { expect, test } from 'vitest'
import { migrationNames } from '@/scripts/missing-migrations'
import { applyMigrations } from '@/scripts/schema-engine'
import { createEmptyDatabase } from '@/test/database/database'
import { pingDatabase, waitLongerForQueries } from './client'

test('reports a database as unavailable until it has all migrations', async () => {
  waitLongerForQueries()
  process.env.DATABASE_URL = await createEmptyDatabase()
  const lacks = (count: number) => ({
    cause: { message: expect.stringMatching(`lacks ${count} `) },
  })
  const names = migrationNames()
  await expect(pingDatabase(names)).rejects.toMatchObject(lacks(names.length))
  await applyMigrations(process.env.DATABASE_URL)
  await pingDatabase(names)
  await expect(pingDatabase([...names, 'later'])).rejects.toMatchObject(lacks(1))
})
