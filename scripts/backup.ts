/**
 * `npm run backup -- [FOLDER] [--keep N]`: dumps the database with `pg_dump` into a new folder
 * inside FOLDER, and deletes all but the newest N backups (14). `npm run restore` reads it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { parseEnv } from '@/lib/env'
import { version } from '@/package.json'
import { loadEnvFile } from './load-env-file'
import { runMain } from './run-main'

const manifestSchema = z.object({
  format: z.literal('afterword-backup'),
  /** The version of the blog. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The newest migration of the database. */
  migration: z.string(),
  bytes: z.number(),
  sha256: z.string(),
})
type Manifest = z.infer<typeof manifestSchema>

/** Returns the path of the dump in a backup. */
export const dumpIn = (backup: string): string => path.join(backup, 'database.dump')
const manifestIn = (backup: string) => path.join(backup, 'manifest.json')

/** Reads the manifest of a backup. @throws Error if it is missing or malformed */
export const readManifest = async (backup: string): Promise<Manifest> =>
  manifestSchema.parse(JSON.parse(await readFile(manifestIn(backup), 'utf8')))

/** Returns the SHA-256 of a file in hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Returns the names of the backups in a folder, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => /^\d{4}-\d\d-\d\dT[\d.-]+Z$/.test(name)).sort()
}

/** Returns the direct URL of the database, because poolers do not support dumps. */
export function directDatabaseUrl(): string {
  loadEnvFile()
  const { DATABASE_URL, DIRECT_DATABASE_URL } = parseEnv(process.env)
  const url = DIRECT_DATABASE_URL ?? DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL. For the demo’s database, see docs/backup.md.')
  return url
}

/**
 * Starts a PostgreSQL program for a database. The address is passed in environment variables,
 * because all users can read the arguments of a program.
 */
export function startProgram(program: string, args: string[], databaseUrl: string) {
  const { host, port, user, password, database } = new pg.Client(databaseUrl)
  const sslmode = new URL(databaseUrl).searchParams.get('sslmode')
  const rootCertificate = new URL(databaseUrl).searchParams.get('sslrootcert')
  const env = {
    ...process.env,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    ...(password && { PGPASSWORD: password }),
    // libpq does not know `no-verify`; its `require` means the same.
    ...(sslmode && { PGSSLMODE: sslmode === 'no-verify' ? 'require' : sslmode }),
    ...(rootCertificate && { PGSSLROOTCERT: rootCertificate }),
  }
  return spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
}

/** Resolves when a program has succeeded. @throws Error if it is missing or fails */
export async function untilSuccess(child: ChildProcess, program: string): Promise<void> {
  const [code] = await once(child, 'close').catch((error: unknown) => {
    throw new Error(
      `${program} cannot run: install PostgreSQL’s client programs in the server’s version.`,
      { cause: error },
    )
  })
  if (code !== 0) throw new Error(`${program} failed.`)
}

async function dump(databaseUrl: string, file: string): Promise<void> {
  // Managed services add their own schemas.
  const args = ['--format=custom', '--no-owner', '--schema=public']
  const child = startProgram('pg_dump', args, databaseUrl)
  await Promise.all([
    untilSuccess(child, 'pg_dump'),
    pipeline(child.stdout, createWriteStream(file, { mode: 0o600 })),
  ])
}

/** Runs a query and returns its only row. */
export async function queryRow<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  sql: string,
): Promise<Row> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const [row] = (await client.query<Row>(sql)).rows
    if (!row) throw new Error('The query returned no row.')
    return row
  } finally {
    await client.end()
  }
}

/** Prefix of the folder of a backup that is in progress or was interrupted. */
const unfinished = '.unfinished'
const dayMs = 86_400_000

/** Deletes interrupted backups. One that is younger than a day may still be in progress. */
async function deleteUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(unfinished))
  for (const name of names) {
    const found = await stat(path.join(folder, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > dayMs)
      await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Writes a new backup into a folder and then deletes all but the newest `keep`.
 * @returns the path of the backup
 */
export async function backUp(databaseUrl: string, folder: string, keep = 14): Promise<string> {
  const createdAt = new Date().toISOString()
  // Backups that start in the same millisecond differ in the number.
  const name = createdAt.replaceAll(':', '-').replace('Z', `-${randomInt(1e9)}Z`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await deleteUnfinished(folder)
  // `mkdtemp` sets mode 0700: the backup contains personal data.
  const partial = await mkdtemp(path.join(folder, `${unfinished}-`))
  try {
    const { migration } = await queryRow<{ migration: string }>(
      databaseUrl,
      `SELECT max(migration_name) AS migration FROM _prisma_migrations
        WHERE finished_at IS NOT NULL`,
    )
    await dump(databaseUrl, dumpIn(partial))
    const { size: bytes } = await stat(dumpIn(partial))
    const sha256 = await sha256Of(dumpIn(partial))
    const manifest: Manifest = {
      format: 'afterword-backup',
      version,
      createdAt,
      migration,
      bytes,
      sha256,
    }
    await writeFile(manifestIn(partial), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    await rename(partial, path.join(folder, name))
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
  const old = (await listBackups(folder)).slice(0, -keep)
  for (const name of old) await rm(path.join(folder, name), { recursive: true, force: true })
  return path.join(folder, name)
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { keep: { type: 'string' } },
    allowPositionals: true,
  })
  const [folder = '.data/backups', ...others] = positionals
  const keep = z.coerce.number().int().min(1).optional().safeParse(values.keep)
  if (others.length > 0 || !keep.success)
    throw new Error('Usage: npm run backup -- [FOLDER] [--keep NUMBER]')
  const backup = await backUp(directDatabaseUrl(), folder, keep.data)
  const { bytes } = await readManifest(backup)
  const { S3_BUCKET } = parseEnv(process.env)
  const missing = S3_BUCKET ? 'AUTH_SECRET and the bucket with the images' : 'AUTH_SECRET'
  console.log(`Backed up to ${backup} (${(bytes / 1e6).toFixed(1)} MB), without ${missing}.`)
}

await runMain('backup', 'backup', main)
