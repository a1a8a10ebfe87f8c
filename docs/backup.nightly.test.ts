import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { migrate } from '@/scripts/migrate'
import { listAddresses, readResponses } from '@/test/read-responses'
import { programPath } from '@/test/servers/find-program'
import { runSql, startPostgresWithTools } from '@/test/servers/postgres-with-tools'
import { startServer } from '@/test/servers/server'

const postgres = await startPostgresWithTools()
afterAll(() => postgres.stop())

/** A link that an example post shows as a card. Its preview is stored in the database. */
const link = 'https://www.rfc-editor.org/rfc/rfc9457'

async function readAll(): Promise<Record<string, string>> {
  // Without this, the server uses its own address, whose port differs between starts.
  const server = await startServer({
    DATABASE_URL: postgres.url('blog'),
    SITE_URL: 'https://blog.example.org',
  })
  const answers = await readResponses(server.url, await listAddresses(server.url, link))
  await server.stop()
  return answers
}

/** Returns the number of rows of each table and a hash of them. */
async function readRows(database: string): Promise<Record<string, unknown>> {
  const tables = await runSql<{ name: string }>(
    postgres.url(database),
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  )
  const rows = tables.map(async ({ name }) => [
    name,
    await runSql(
      postgres.url(database),
      `SELECT count(*), md5(string_agg(t::text, '' ORDER BY t::text)) FROM "${name}" AS t`,
    ),
  ])
  return Object.fromEntries(await Promise.all(rows))
}

test('a restored backup has the same rows, serves the same pages and accepts comments', {
  timeout: 240_000,
}, async () => {
  await runSql(postgres.url('postgres'), 'CREATE DATABASE blog')
  await migrate(postgres.url('blog'))
  execFileSync(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', 'prisma/seed.ts'],
    {
      env: { ...process.env, DATABASE_URL: postgres.url('blog') },
    },
  )
  const before = await readAll()
  expect(Object.entries(before).filter(([, answer]) => !answer.startsWith('200'))).toEqual([])
  expect(Object.keys(before).length).toBeGreaterThan(40)

  // The commands of docs/backup.md.
  const folder = mkdtempSync(path.join(tmpdir(), 'afterword-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const run = (script: string, ...args: string[]) =>
    execFileSync('npm', ['run', '--silent', script, '--', folder, ...args], {
      env: {
        ...process.env,
        PATH: `${path.dirname(programPath('pg_dump'))}:${process.env.PATH}`,
        DIRECT_DATABASE_URL: postgres.url(script === 'backup' ? 'blog' : 'restored'),
      },
      encoding: 'utf8',
    })
  for (let n = 0; n < 3; n++) run('backup', '--keep', '2')
  expect(readdirSync(folder)).toHaveLength(2)
  await runSql(postgres.url('postgres'), 'CREATE DATABASE restored')
  expect(run('restore', '--check')).toContain('would be restored')
  expect(await readRows('blog')).not.toEqual({})
  expect(await readRows('restored')).toEqual({})
  run('restore')
  expect(await readRows('restored')).toEqual(await readRows('blog'))

  await runSql(postgres.url('postgres'), 'DROP DATABASE blog')
  await runSql(postgres.url('postgres'), 'ALTER DATABASE restored RENAME TO blog')
  expect(await readAll()).toEqual(before)
  const server = await startServer({ DATABASE_URL: postgres.url('blog') })
  const { response } = await server.request('/api/comments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      slug: 'how-a-thread-is-read',
      content: 'After the restore.',
      author_name: 'Ada',
    }),
  })
  expect(response.status).toBe(201)
  await server.stop()
})
