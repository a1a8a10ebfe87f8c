import { expect, test } from 'vitest'
import { Prisma } from '@/lib/generated/prisma/client'
import { ownDatabase } from '@/test/database/database'
import { preparedStatementNames, query } from './client'

await ownDatabase()

test('gives each statement one name, and no name to statements beyond the limit', () => {
  const nameOf = preparedStatementNames(2)
  const [one, two] = ['SELECT 1', 'SELECT 2'].map((sql) => nameOf({ sql }))
  expect(one).toMatch(/^[\w-]{27}$/)
  expect(two).not.toBe(one)
  for (let n = 0; n < 3; n++) expect(nameOf({ sql: 'SELECT 3' })).toBe('')
  expect(nameOf({ sql: 'SELECT 1' })).toBe(one)
})

test('PostgreSQL keeps no more prepared statements than the limit', async () => {
  const kept = await query((client) =>
    // Prepared statements belong to a connection, so use only one.
    client.$transaction(
      async (one) => {
        for (let n = 1; n <= 1_050; n++) await one.$queryRaw`SELECT ${Prisma.raw(`${n}`)} AS n`
        return one.$queryRaw<
          { kept: number }[]
        >`SELECT count(*)::integer AS kept FROM pg_prepared_statements`
      },
      { timeout: 60_000 },
    ),
  )
  expect(kept[0]?.kept).toBeGreaterThan(900)
  expect(kept[0]?.kept).toBeLessThanOrEqual(1_000)
})
