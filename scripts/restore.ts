/**
 * `npm run restore -- FOLDER [--check] [--replace]`: restores a backup, or the newest one in a
 * folder, into an empty database. If loading fails, nothing changes.
 *
 * --check (only reports what would happen)  --replace (deletes the tables of the database first)
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { inspectConnection } from '@/lib/db/inspect-connection'
import { messageOf } from '@/lib/errors'
import {
  directDatabaseUrl,
  dumpIn,
  listBackups,
  queryRow,
  readManifest,
  sha256Of,
  startProgram,
  untilSuccess,
} from './backup'
import { migrate } from './migrate'
import { migrationNames } from './missing-migrations'
import { purgeRunningServer } from './purge-running-server'
import { runMain } from './run-main'

/** Returns a backup: the folder itself, or the newest one in it. */
async function findBackup(folder: string): Promise<string> {
  if (existsSync(dumpIn(folder))) return folder
  const newest = existsSync(folder) ? (await listBackups(folder)).at(-1) : undefined
  if (newest === undefined) throw new Error(`There is no backup in ${folder}.`)
  return path.join(folder, newest)
}

/** Verifies a backup. @returns a description */
async function verify(backup: string, databaseUrl: string): Promise<string> {
  const { createdAt, version, migration, bytes, sha256 } = await readManifest(backup)
  if ((await sha256Of(dumpIn(backup))) !== sha256)
    throw new Error(`${dumpIn(backup)} is damaged: its checksum does not match the manifest.`)
  if (migration > (migrationNames().at(-1) ?? ''))
    throw new Error(`The backup is from a newer version: restore it with version ${version}.`)
  // Fails if the program is missing or too old for the file.
  const list = startProgram('pg_restore', ['--list', dumpIn(backup)], databaseUrl)
  list.stdout.resume()
  await untilSuccess(list, 'pg_restore')
  return `${backup}: version ${version}, ${createdAt}, ${(bytes / 1e6).toFixed(1)} MB, intact`
}

/**
 * Marks queued e-mails and webhooks as failed, and empties digests: they were sent after the
 * backup, or are out of date.
 */
const cancelQueued = `
  WITH mails AS (
    UPDATE outbox_mails SET failure = 'restored from a backup', lease_until = NULL, data = '{}'
     WHERE sent_at IS NULL AND failure IS NULL),
  webhooks AS (
    UPDATE webhook_deliveries SET failure = 'restored from a backup', lease_until = NULL
     WHERE delivered_at IS NULL AND failure IS NULL),
  digests AS (DELETE FROM followed_comments)
  SELECT true AS done`

/**
 * Loads a dump in one transaction, which first deletes the tables if there are any. `pg_restore`
 * alone cannot delete tables that the dump does not contain.
 */
async function load(file: string, databaseUrl: string, hasTables: boolean): Promise<void> {
  const before = [
    'SET client_min_messages = warning',
    ...(hasTables
      ? ["SET lock_timeout = '10s'", 'DROP SCHEMA public CASCADE', 'CREATE SCHEMA public']
      : []),
    'CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public',
  ].map((sql) => `--command=${sql}`)
  const options = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--single-transaction']
  const psql = startProgram('psql', [...options, ...before, '--file=-'], databaseUrl)
  psql.stdout.resume()
  // If `psql` ends early, `untilSuccess` reports its exit code.
  psql.stdin.on('error', () => {})
  // Restores only `public`: managed services add schemas that the target already has.
  const args = ['--no-owner', '--no-privileges', '--schema=public', '--file=-', file]
  const script = startProgram('pg_restore', args, databaseUrl)
  const loaded = untilSuccess(psql, 'psql')
  try {
    const sent = [
      untilSuccess(script, 'pg_restore'),
      pipeline(script.stdout, psql.stdin, { end: false }),
    ]
    await Promise.race([Promise.all(sent), loaded])
    // The end of its input makes `psql` commit, so the script must be complete.
    psql.stdin.end()
    await loaded
  } catch (error) {
    psql.kill()
    await loaded.catch(() => {})
    throw new Error(`Nothing was restored: ${messageOf(error)}`, { cause: error })
  }
}

type Options = { isCheck?: boolean; replaces?: boolean; log?: (line: string) => void }

/**
 * Restores a backup and migrates it to this version.
 * @throws Error if the backup is damaged or newer, or if the database has tables that may not be
 * replaced
 */
export async function restore(
  databaseUrl: string,
  folder: string,
  { isCheck = false, replaces = false, log = console.log }: Options = {},
): Promise<void> {
  const backup = await findBackup(folder)
  log(await verify(backup, databaseUrl))
  const { elsewhere } = await queryRow<{ elsewhere: string | null }>(
    databaseUrl,
    `SELECT max(nspname) AS elsewhere
       FROM pg_extension JOIN pg_namespace AS n ON n.oid = extnamespace
      WHERE extname = 'pg_trgm' AND nspname <> 'public'`,
  )
  if (elsewhere !== null)
    throw new Error(
      `The extension pg_trgm is in the schema ${elsewhere}. First run: ` +
        'ALTER EXTENSION pg_trgm SET SCHEMA public',
    )
  const { database, host } = new pg.Client(databaseUrl)
  const name = `The database ${database} on ${host}`
  const { tables } = await queryRow<{ tables: number }>(
    databaseUrl,
    "SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'",
  )
  if (tables > 0 && !replaces)
    throw new Error(
      `${name} has ${tables} tables. Restore into an empty database, or add --replace to delete ` +
        'them.',
    )
  const verb = isCheck ? 'would be' : 'is being'
  log(`${name} ${verb} restored${tables > 0 ? `, after deleting ${tables} tables` : ''}`)
  if (isCheck) return
  if ((await inspectConnection(databaseUrl)).poolsTransactions)
    throw new Error('Set DIRECT_DATABASE_URL to the address of the server itself.')
  await load(dumpIn(backup), databaseUrl, tables > 0)
  const applied = await migrate(databaseUrl)
  await queryRow(databaseUrl, cancelQueued)
  log(`Restored${applied.length > 0 ? `, and applied ${applied.join(', ')}` : ''}.`)
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [folder, ...others] = positionals
  if (!folder || others.length > 0)
    throw new Error('Usage: npm run restore -- FOLDER [--check] [--replace]')
  await restore(directDatabaseUrl(), folder, { isCheck: values.check, replaces: values.replace })
  if (!values.check) await purgeRunningServer()
  // The migration engine leaves a timer that would keep the process alive for ten seconds.
  process.exit()
}

await runMain('restore', 'restore', main)
