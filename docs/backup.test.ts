import { execFileSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '@/scripts/migrate'
import { listAddresses, readAnswers } from '@/test/read-answers'
import { runSql, startPostgresWithTools } from '@/test/servers/postgres-with-tools'
import { startServer } from '@/test/servers/server'

const postgres = await startPostgresWithTools()
afterAll(() => postgres.stop())

/** A link that a post of the examples shows as a card: what is known of it lies in the database. */
const link = 'https://www.rfc-editor.org/rfc/rfc9457'

async function readAll(): Promise<Record<string, string>> {
  // Otherwise it names itself by its port, which is another one each time.
  const server = await startServer({
    DATABASE_URL: postgres.url('blog'),
    SITE_URL: 'https://blog.example.org',
  })
  const answers = await readAnswers(server.url, await listAddresses(server.url, link))
  await server.stop()
  return answers
}

test('a blog that was dumped, dropped and restored gives the same answer at every public address, and takes new comments', {
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

  // As docs/backup.md says.
  const dump = postgres.run('pg_dump', ['--no-owner', postgres.url('blog')])
  await runSql(postgres.url('postgres'), 'DROP DATABASE blog')
  await runSql(postgres.url('postgres'), 'CREATE DATABASE blog')
  postgres.run(
    'psql',
    ['--quiet', '--set', 'ON_ERROR_STOP=1', '--single-transaction', postgres.url('blog')],
    dump,
  )

  // A migration finds that nothing is to be done.
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
