import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '@/test/database/database'
import { listAddresses, readResponses } from '@/test/read-responses'
import { startServer } from '@/test/servers/server'

const AUTH_SECRET = 'test secret of at least 32 characters'
const home = mkdtempSync(path.join(tmpdir(), 'afterword-move-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A link that an example post shows as a card. Its preview is stored in the database. */
const link = 'https://www.rfc-editor.org/rfc/rfc9457'

function run(DATABASE_URL: string, ...script: string[]): void {
  execFileSync(process.execPath, ['--conditions=react-server', '--import', 'tsx', ...script], {
    env: { ...process.env, AUTH_SECRET, DATABASE_URL, PORT: '1' },
  })
}

async function readAll(DATABASE_URL: string): Promise<Record<string, string>> {
  // Without this, the server uses its own address, whose port differs between starts.
  const SITE_URL = 'https://blog.example.org'
  const server = await startServer({ DATABASE_URL, AUTH_SECRET, SITE_URL })
  const answers = await readResponses(server.url, await listAddresses(server.url, link))
  await server.stop()
  return answers
}

test('an imported copy of a blog serves the same pages', {
  timeout: 240_000,
}, async () => {
  const from = await createDatabase()
  const to = await createDatabase()
  run(from, 'prisma/seed.ts')
  const before = await readAll(from)
  expect(Object.entries(before).filter(([, answer]) => !answer.startsWith('200'))).toEqual([])
  expect(Object.keys(before).length).toBeGreaterThan(40)
  const folder = path.join(home, 'everything')
  run(from, 'scripts/export-all.ts', folder)
  run(to, 'scripts/import-all.ts', folder)
  expect(await readAll(to)).toEqual(before)
})
