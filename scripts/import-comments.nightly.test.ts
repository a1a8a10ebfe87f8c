import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOwner } from '@/lib/auth/create-owner'
import { db } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { bundledScript } from './bundle'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'import-comments-'))
afterAll(() => rmSync(folder, { recursive: true }))
const place = (name: string) => path.join(folder, name)

async function run(...args: string[]): Promise<string> {
  const command = await bundledScript('import-comments', args)
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env: { ...process.env, DATABASE_URL, PORT: '1' },
  })
  return stdout
}

const comment = (id: string, name: string, url: string) =>
  JSON.stringify({
    id,
    pid: '',
    orig: `Text ${id}.`,
    user: { id: name, name, ip: '203.0.113.7' },
    locator: { site: 'old', url },
    time: '2020-01-01T00:00:00',
  })

beforeAll(async () => {
  await createOwner({ email: 'olivia@example.org', password: 'the owner’s password', name: 'O.' })
  writeFileSync(
    place('backup'),
    [
      comment('1', 'Old Olivia', 'http://staging.test/a/'),
      comment('2', 'Ada', 'https://old.example/b/'),
      comment('3', 'Ada', 'https://elsewhere.example/'),
    ].join('\n'),
  )
  writeFileSync(place('rules'), '# Staging\nhttp://staging.test/=https://old.example/\n')
})

test('a check prints the expected result and writes only the report', async () => {
  const args = ['--site', 'old.example', '--map', place('rules'), '--me', 'Old Olivia']
  const options = [...args, '--time-zone', 'Europe/Berlin', '--report', place('report')]
  const output = await run(place('backup'), '--check', ...options)
  expect(output).toContain('remark42: 3 comments read, 2 would be imported')
  expect(output).toContain('no thread for https://elsewhere.example/: 1 comment\n')
  expect(output).toContain('old.example is a new site')
  const lines = readFileSync(place('report'), 'utf8').trim().split('\n')
  const losses = lines.map((line): Record<string, unknown> => JSON.parse(line))
  expect(losses.at(-1)).toMatchObject({ report: { added: 2, unmatchedPages: 1 } })
  expect(losses).toContainEqual(
    expect.objectContaining({ reason: 'page-unmatched', ids: ['3'], place: 'line 3' }),
  )
  expect(await db().comment.count()).toBe(0)

  expect(await run(place('backup'), ...options)).toContain('2 imported')
  const rows = await db().comment.findMany({ include: { staff: true }, orderBy: { id: 'asc' } })
  expect(rows.map(({ content, staff }) => [content, staff?.name])).toEqual([
    ['Text 1.', 'O.'],
    ['Text 2.', undefined],
  ])
  expect(rows[0]?.createdAt).toEqual(new Date('2019-12-31T23:00:00Z'))
  expect(await run(place('backup'), ...options)).toContain('0 imported, 0 updated, 2 unchanged')
}, 60_000)

test('exits with 1 and an explanation for invalid files, formats and rules', async () => {
  writeFileSync(place('ghost.json'), '{"db": [{"meta": {}, "data": {}}]}')
  for (const [args, message] of [
    [[], 'Usage'],
    [[place('ghost.json')], 'this is an export of Ghost, which contains no comments'],
    [[place('backup'), '--format', 'livefyre'], 'does not exist: use one of'],
    [[place('backup'), '--map', 'nothing'], 'OLD=NEW'],
    [[place('missing')], 'does not exist'],
  ] as const)
    await expect(run(...args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(message),
    })
}, 60_000)
