import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '@/scripts/embedded-postgres'
import { applyMigrations } from '@/scripts/schema-engine'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the server that all test files share; each creates its own databases on it. */
    postgresUrl: string
  }
}

/** The migrated, empty database that every test database is copied from. */
export const templateDatabase = 'afterword_template'

type TestPostgres = { url: string; stop: () => Promise<void> }

/** Vitest loads this file once for each of its projects, and closes all of them at the end. */
const shared = globalThis as typeof globalThis & { testPostgres?: Promise<TestPostgres> }

/** Starts one real PostgreSQL for a test run, which its projects share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isFirst = shared.testPostgres === undefined
  shared.testPostgres ??= start()
  const { url, stop } = await shared.testPostgres
  project.provide('postgresUrl', url)
  return async () => {
    if (isFirst) await stop()
  }
}

/** Starts PostgreSQL under a temporary directory, with the template of all test databases. */
async function start(): Promise<TestPostgres> {
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-test-'))
  // A crash of the machine may lose data here, which makes the tests faster.
  const postgres = await startEmbeddedPostgres(directory, {
    settings: { fsync: 'off', synchronous_commit: 'off' },
  })
  const stop = async () => {
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await createTemplate(postgres.url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: postgres.url, stop }
}

async function createTemplate(postgresUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: postgresUrl })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${templateDatabase}`)
  await admin.end()
  const template = new URL(postgresUrl)
  template.pathname = templateDatabase
  await applyMigrations(template.href)
}
