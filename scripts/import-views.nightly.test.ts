import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { getViews } from '@/lib/views/get-views'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'

const DATABASE_URL = await ownDatabase()
const directory = mkdtempSync(path.join(tmpdir(), 'afterword-views-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const asNpm = ['scripts/launch.ts', 'import-views']
const asScript = ['--conditions=react-server', 'scripts/import-views.ts']

/** Runs the command: through the launcher, as npm does, or its script, which is faster. */
async function runImport(text: string, command = asScript): Promise<string> {
  const file = path.join(directory, 'views.csv')
  writeFileSync(file, text)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', ...command, file],
    {
      env: { PATH: process.env.PATH, DATABASE_URL, NODE_ENV: 'test' },
    },
  )
  return stdout
}

test('npm run views:import imports a file once and reports the result', async () => {
  await addPost('hello')
  const text =
    'slug,day,views\nhello,2025-01-02,1200\nhello,2025-01-03,34\n' +
    'gone,2025-01-02,5\nhello,yesterday,1\n'
  const output = await runImport(text, asNpm)
  expect(output).toContain('1,234 views imported, as 2 daily counts of posts and pages')
  expect(output).toContain('no such post or page: gone')
  expect(output).toContain('Rows not imported: 1.')
  await runImport(text)
  expect(await getViews('hello')).toBe(1_234)
}, 120_000)

test('refuses a site that is not registered', async () => {
  const command = [...asScript, '--site', 'unknown.example']
  await expect(runImport('slug,day,views\n', command)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('unknown.example'),
  })
}, 120_000)

test('rejects an invalid file with a reason', async () => {
  await expect(runImport('a,b\n1,2\n')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('views:import'),
  })
}, 120_000)
