import { execFileSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '@/scripts/migrate'
import { listAddresses, readAnswers } from '@/test/read-answers'
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
  const answers = await readAnswers(server.url, await listAddresses(server.url, link))
  await server.stop()
  return answers
}

test('a dumped, dropped and restored blog serves the same pages and takes new comments', {
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
  const dump = postgres.run('pg_dump', ['--no-owner', postgres.url('blog')])
  await runSql(postgres.url('postgres'), 'DROP DATABASE blog')
  await runSql(postgres.url('postgres'), 'CREATE DATABASE blog')
  postgres.run(
    'psql',
    ['--quiet', '--set', 'ON_ERROR_STOP=1', '--single-transaction', postgres.url('blog')],
    dump,
  )

  // The migration has nothing to do.
  await migrate(postgres.url('blog'))
  expect(await readAll()).toEqual(before)
  const server = await startServer({ DATABASE_URL: postgres.url('blog') })
  const { response } = await server.ask('/api/comments', {
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
