import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { selectRows } from '@/test/database/select-rows'
import { programPath } from '@/test/servers/find-program'
import { runSql, startPostgresWithTools } from '@/test/servers/postgres-with-tools'
import { backUp, dumpIn, listBackups, readManifest } from './backup'
import { migrate } from './migrate'
import { migrationNames } from './missing-migrations'
import { restore } from './restore'

process.env.PATH = `${path.dirname(programPath('pg_dump'))}:${process.env.PATH}`
const postgres = await startPostgresWithTools()
const home = mkdtempSync(path.join(tmpdir(), 'afterword-backups-'))
afterAll(async () => {
  await postgres.stop()
  rmSync(home, { recursive: true })
})

const blog = postgres.url('blog')
const posts = (url: string) => selectRows(url, 'SELECT slug, title FROM posts')
const addPost = (slug: string) =>
  runSql(
    blog,
    `INSERT INTO posts (slug, title, content, published_at)
      VALUES ($1, 'A “title”', 'Words.', '2025-10-01')`,
    [slug],
  )

async function createDatabase(name: string): Promise<string> {
  await runSql(postgres.url('postgres'), `CREATE DATABASE ${name}`)
  return postgres.url(name)
}

/** Restores a backup and returns the output. */
async function restoreOutput(url: string, folder: string, options = {}): Promise<string> {
  const log = vi.fn()
  await restore(url, folder, { ...options, log })
  return log.mock.calls.join('\n')
}

beforeAll(async () => {
  await migrate(await createDatabase('blog'))
  await addPost('first')
})

test('keeps the newest backups, which only their user can read', async () => {
  const folder = path.join(home, 'kept')
  const backups = [
    await backUp(blog, folder, 2),
    await backUp(blog, folder, 2),
    await backUp(blog, folder, 2),
  ]
  expect(await listBackups(folder)).toEqual(backups.slice(1).map((one) => path.basename(one)))
  expect(readdirSync(folder)).toHaveLength(2)
  const newest = backups.at(-1) ?? ''
  const files = [newest, ...readdirSync(newest).map((file) => path.join(newest, file))]
  expect(files.map((file) => statSync(file).mode & 0o077)).toEqual([0, 0, 0])
  expect(await readManifest(newest)).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+/),
    migration: migrationNames().at(-1),
    bytes: statSync(dumpIn(newest)).size,
  })
})

test('makes two backups concurrently, and deletes old interrupted ones', async () => {
  const folder = path.join(home, 'concurrent')
  const interrupted = '.unfinished-a'
  const running = '.unfinished-b'
  for (const name of [interrupted, running]) mkdirSync(path.join(folder, name), { recursive: true })
  utimesSync(path.join(folder, interrupted), 0, 0)
  const backups = await Promise.all([backUp(blog, folder), backUp(blog, folder)])
  expect(new Set(backups).size).toBe(2)
  expect(readdirSync(folder).sort()).toEqual(
    [running, ...backups.map((one) => path.basename(one))].sort(),
  )
})

test('a failed dump leaves no backup and keeps the others', async () => {
  const folder = path.join(home, 'failed')
  await backUp(blog, folder)
  const [kept] = await listBackups(folder)
  vi.stubEnv('PATH', home)
  await expect(backUp(blog, folder, 1)).rejects.toThrow(/^pg_dump cannot run: install/)
  vi.unstubAllEnvs()
  await expect(backUp(postgres.url('nothing'), folder, 1)).rejects.toThrow('does not exist')
  expect(readdirSync(folder)).toEqual([kept])
})

test('restores the newest backup of a folder into an empty database', async () => {
  const folder = path.join(home, 'restored')
  await backUp(blog, folder)
  await addPost('second')
  await backUp(blog, folder)
  const target = await createDatabase('target')
  expect(await restoreOutput(target, folder, { isCheck: true })).toMatch(
    /intact\nThe database target on 127\.0\.0\.1 would be restored$/,
  )
  expect(await selectRows(target, 'SELECT 1 FROM pg_tables WHERE tablename = $$posts$$')).toEqual(
    [],
  )
  expect(await restoreOutput(target, folder)).toMatch(/Restored\.$/)
  expect(await posts(target)).toEqual(await posts(blog))
})

test('restores beside the schemas of a provider, and sends nothing that was queued', async () => {
  const source = await createDatabase('managed')
  await migrate(source)
  const provided = 'CREATE SCHEMA auth; CREATE TABLE auth.users (id int PRIMARY KEY)'
  await runSql(source, provided)
  await runSql(source, "INSERT INTO outbox_mails (kind, dedupe_key) VALUES ('test', 'test')")
  const backup = await backUp(source, path.join(home, 'managed'))
  const target = await createDatabase('managed_anew')
  await runSql(target, `${provided}; CREATE EXTENSION pg_trgm SCHEMA auth`)
  await expect(restoreOutput(target, backup)).rejects.toThrow('is in the schema auth')
  await runSql(target, 'ALTER EXTENSION pg_trgm SET SCHEMA public')
  await restoreOutput(target, backup)
  expect(await selectRows(target, 'SELECT kind, failure FROM outbox_mails')).toEqual([
    'test · restored from a backup',
  ])
})

test('replaces the tables of a database only on request, all or none', async () => {
  const folder = path.join(home, 'replaced')
  const backup = await backUp(blog, folder)
  const target = await createDatabase('filled')
  await runSql(target, 'CREATE TABLE other (id int); CREATE TABLE posts (slug text, title text)')
  await expect(restoreOutput(target, folder)).rejects.toThrow(
    /^The database filled .* has 2 tables/,
  )
  const replaces = true
  expect(await restoreOutput(target, folder, { replaces, isCheck: true })).toContain(
    'restored, after deleting 2 tables',
  )
  expect(await posts(target)).toEqual([])

  await runSql(
    target,
    `CREATE SCHEMA guard;
     CREATE FUNCTION guard.refuse() RETURNS event_trigger LANGUAGE plpgsql
       AS $$ BEGIN RAISE 'no indexes'; END $$;
     CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('CREATE INDEX')
       EXECUTE FUNCTION guard.refuse()`,
  )
  await expect(restoreOutput(target, folder, { replaces })).rejects.toThrow(
    /^Nothing was restored: psql/,
  )
  await runSql(target, 'DROP EVENT TRIGGER refuse')
  expect(await posts(target)).toEqual([])

  await restoreOutput(target, backup, { replaces })
  expect(await posts(target)).toEqual(await posts(blog))
  expect(await selectRows(target, "SELECT to_regclass('other')")).toEqual([''])
})

test('refuses a damaged backup, one of a newer version, and a folder without backups', async () => {
  const damaged = await backUp(blog, path.join(home, 'damaged'))
  truncateSync(dumpIn(damaged), 1_000)
  await expect(restoreOutput(blog, damaged)).rejects.toThrow('is damaged')
  await runSql(blog, "INSERT INTO _prisma_migrations VALUES ('1', '', now(), '2999_later')")
  const newer = await backUp(blog, path.join(home, 'newer'))
  await runSql(blog, "DELETE FROM _prisma_migrations WHERE migration_name = '2999_later'")
  await expect(restoreOutput(blog, newer)).rejects.toThrow('from a newer version')
  await expect(restoreOutput(blog, path.join(home, 'none'))).rejects.toThrow(
    'There is no backup in',
  )
  expect(existsSync(path.join(home, 'none'))).toBe(false)
})
