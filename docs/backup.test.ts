import { execFileSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { runSql, startPostgresWithTools } from '@/lib/testing/postgres-with-tools'
import { startServer } from '@/lib/testing/server'
import { migrate } from '@/prisma/migrate'

const postgres = await startPostgresWithTools()
afterAll(() => postgres.stop())

const slugs = ['how-a-thread-is-read', 'how-a-view-is-counted', 'what-happens-to-a-pasted-link', 'put-it-on-vercel']
const addresses = [
  '/',
  ...slugs.flatMap((slug) => [`/posts/${slug}`, `/api/comments?slug=${slug}`, `/api/views?slug=${slug}`]),
  `/api/og-metadata?url=${encodeURIComponent('https://www.rfc-editor.org/rfc/rfc9457')}`,
]

/** What a reader gets of each address, without what differs from one render to the next. */
async function readAll(): Promise<Record<string, string>> {
  const server = await startServer({ DATABASE_URL: postgres.url('blog') })
  const answers: Record<string, string> = {}
  for (const address of addresses) {
    const response = await fetch(server.url + address)
    const text = await response.text()
    answers[address] = `${response.status} ${text
      .replaceAll(server.url, '')
      .replaceAll(/<script[\s\S]*?<\/script>/g, '')
      .replaceAll(/nonce="[^"]*"/g, '')}`
  }
  await server.stop()
  return answers
}

test('a blog that was dumped, dropped and restored gives the same answers, and takes new ones', { timeout: 120_000 }, async () => {
  await runSql(postgres.url('postgres'), 'CREATE DATABASE blog')
  await migrate(postgres.url('blog'))
  execFileSync(process.execPath, ['--conditions=react-server', '--import', 'tsx', 'prisma/seed.ts'], {
    env: { ...process.env, DATABASE_URL: postgres.url('blog') },
  })
  const before = await readAll()
  expect(Object.values(before).filter((answer) => !answer.startsWith('200'))).toEqual([])

  // As docs/backup.md says.
  const dump = postgres.run('pg_dump', ['--no-owner', postgres.url('blog')])
  await runSql(postgres.url('postgres'), 'DROP DATABASE blog')
  await runSql(postgres.url('postgres'), 'CREATE DATABASE blog')
  postgres.run('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', '--single-transaction', postgres.url('blog')], dump)

  // A migration finds that nothing is to be done.
  await migrate(postgres.url('blog'))
  expect(await readAll()).toEqual(before)
  const server = await startServer({ DATABASE_URL: postgres.url('blog') })
  const { response } = await server.ask('/api/comments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ slug: slugs[0], content: 'After the restore.', author_name: 'Ada' }),
  })
  expect(response.status).toBe(201)
  await server.stop()
})
