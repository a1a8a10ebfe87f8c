import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '@/scripts/embedded-postgres'
import { applyMigrations } from '@/scripts/schema-engine'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server all test files share; each makes databases of its own on it. */
    postgresUrl: string
  }
}

/** The migrated, empty database that every test's own is copied from. */
export const templateDatabase = 'afterword_template'

/** Starts one real PostgreSQL for a run of tests, under a temporary directory. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-test-'))
  // What is lost in a crash of the machine does not matter here, and the tests get faster.
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
  project.provide('postgresUrl', postgres.url)
  return stop
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
