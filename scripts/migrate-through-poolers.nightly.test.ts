import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, createEmptyDatabase } from '@/test/database/database'
import { expectReadsDuringMigration } from '@/test/database/expect-reads-during-migration'
import { pgBouncerConfiguration, startPgBouncer } from '@/test/servers/pgbouncer'
import { freePort } from './embedded-postgres'
import { migrate } from './migrate'
import { migrationNames, missingMigrations } from './missing-migrations'
import { prepareForMigration } from './schema-engine'

type Mode = Omit<Parameters<typeof pgBouncerConfiguration>[0], 'port' | 'databaseUrl'>

async function poolerOf(databaseUrl: string, mode: Mode): Promise<string> {
  const port = await freePort()
  const bouncer = await startPgBouncer(pgBouncerConfiguration({ port, databaseUrl, ...mode }))
  onTestFinished(bouncer.stop)
  const url = new URL(databaseUrl)
  url.port = String(port)
  return url.href
}

/** Returns a connection that is closed when the test ends. */
async function connected(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('a migration through PgBouncer in session mode does not block readers', async () => {
  const database = await createEmptyDatabase()
  await expectReadsDuringMigration(database, await poolerOf(database, { poolMode: 'session' }))
})

test('a migration does not block readers if the pooler ignores startup parameters', async () => {
  const database = await createEmptyDatabase()
  const more = 'ignore_startup_parameters = lock_timeout,statement_timeout,options'
  await expectReadsDuringMigration(
    database,
    await poolerOf(database, { poolMode: 'session', more }),
  )
})

test('a migration through a pooler in transaction mode fails with advice', async () => {
  const database = await createEmptyDatabase()
  const pooler = await poolerOf(database, { poolMode: 'transaction' })
  await expect(migrate(pooler)).rejects.toThrow(/transaction mode.*DIRECT_DATABASE_URL/)
  // Also while other clients use the sessions of the pooler.
  const others = await Promise.all([1, 2, 3].map(() => connected({ connectionString: pooler })))
  await Promise.all(others.map((other) => other.query('BEGIN')))
  await Promise.all(others.map((other) => other.query('COMMIT')))
  await expect(migrate(pooler)).rejects.toThrow(/transaction mode.*DIRECT_DATABASE_URL/)
  const direct = await connected({ connectionString: database })
  const { rows } = await direct.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  expect(rows).toEqual([])
  const pooled = await connected({ connectionString: pooler })
  expect((await pooled.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '0' }])
  expect(await missingMigrations(database)).toEqual(migrationNames())
})

test('default timeouts of a database do not interrupt a migration', async () => {
  const database = await createEmptyDatabase()
  const client = await connected({ connectionString: database })
  for (const name of [
    'statement_timeout',
    'idle_in_transaction_session_timeout',
    'idle_session_timeout',
    'transaction_timeout',
  ])
    await client.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${name} = ''1s''', current_database());
        END $$`,
    )
  const prepared = await connected({ connectionString: database })
  await prepareForMigration(prepared)
  const { rows } = await prepared.query(
    `SELECT name FROM pg_settings WHERE name LIKE '%\\_timeout' AND source = 'database'
      AND setting <> '0'`,
  )
  expect(rows).toEqual([])
  expect(await migrate(database)).toEqual(migrationNames())
})

test('the command names the variable to correct', async () => {
  const run = async (environment: Record<string, string>): Promise<string> => {
    const command = promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'scripts/migrate.ts'],
      {
        cwd: path.resolve('.'),
        env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...environment },
      },
    )
    return command.then(
      () => 'it succeeded',
      (error: { stderr: string }) => error.stderr,
    )
  }
  const migrated = await createDatabase()
  const missing = new URL(migrated)
  missing.pathname = '/no_such_database'
  const faulty = missing.href
  for (const name of ['DATABASE_URL', 'POSTGRES_URL'])
    expect(await run({ [name]: faulty })).toMatch(
      new RegExp(`its name in ${name} \\(.*3D000\\)\\n$`),
    )
  for (const name of ['DIRECT_DATABASE_URL', 'DATABASE_URL_UNPOOLED', 'POSTGRES_URL_NON_POOLING']) {
    expect(await run({ DATABASE_URL: migrated, [name]: faulty })).toContain(
      `migrate: the database does not exist: create it, or correct its name in ${name} (`,
    )
  }
  expect(await run({ DATABASE_URL_POOLED: migrated, DATABASE_URL: faulty })).toContain(
    'its name in DATABASE_URL (',
  )
})
