import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { templateDatabase } from '@/test/servers/start-postgres'

/** Runs SQL on the server that all tests share. */
async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function create(template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  afterAll(() => administer(`DROP DATABASE ${name} WITH (FORCE)`))
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  return url.href
}

/**
 * Creates a separate, migrated, empty database and returns its URL. It is dropped when the test
 * file ends.
 */
export function createDatabase(): Promise<string> {
  return create(templateDatabase)
}

/** Creates a separate database without tables from a template, with the given options. */
export function createEmptyDatabase(template = 'template1'): Promise<string> {
  return create(template)
}

/**
 * Creates a separate database for this test file, which `db()` then uses. Call it once, at the top
 * of the file, and await it: the configuration is parsed on first use.
 */
export async function ownDatabase(): Promise<string> {
  // Loaded for tests that query the database directly; most tests over HTTP do not.
  const { db, waitLongerForQueries } = await import('@/lib/db/client')
  const { forgetEnv } = await import('@/lib/env')
  // Tests share the machine.
  waitLongerForQueries(15_000)
  process.env.DATABASE_URL = await createDatabase()
  // Work that a test of the same process left behind may have parsed the environment.
  forgetEnv()
  afterAll(() => db().$disconnect())
  return process.env.DATABASE_URL
}
