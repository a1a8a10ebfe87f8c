import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { NotAnExport } from '@/lib/importers/comments/source-record'
import { readSample } from '@/test/importers/import-samples'
import { gather, lossesByReason, sourceFile } from '@/test/importers/source-files'
import { sqliteBytes } from '@/test/importers/sqlite-bytes'
import { isNightly } from '@/test/nightly'
import { isso } from './isso'

const sample = sqliteBytes(readSample('isso.sql').toString())
const read = (bytes: Uint8Array) =>
  gather(isso.read(sourceFile(bytes, 'comments.db'), { timeZone: 'UTC' }))
const headOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')
const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith('afterword-import-'))

test('reads the sample', async () => {
  const { comments, pages, losses } = await read(sample)
  expect(pages).toEqual(
    new Map([
      ['1', { address: '/2019/04/sourdough/', title: 'Sourdough & starters' }],
      ['2', { address: '/2020/11/rye/index.html', title: '' }],
      ['3', { address: '/2021/01/no-comments/', title: 'No comments here' }],
      ['4', { address: '/?p=33', title: 'A page with a query' }],
    ]),
  )
  expect(Object.fromEntries(comments.map(({ id, pageId }) => [id, pageId]))).toMatchObject({
    1: '1',
    8: '2',
    10: '42',
    14: '4',
  })
  expect(comments[8]).toMatchObject({ id: '9', parentId: '99' })
  expect(comments[5]?.content).toBe('A zero\0byte, waiting.')
  expect(comments[0]?.authorUrl).toBe('https://blog.example.net/')
  expect(losses).toEqual([])
  expect(lossesByReason(comments)).toEqual({})
  expect(JSON.stringify(comments)).not.toContain('203.0.113.0')
})

test('recognises databases by content', () => {
  expect(isso.detect(headOf(sample))).toBe(true)
  expect(isso.detect(headOf(Buffer.from('SQLite forma')))).toBe(false)
  expect(isso.detect(headOf(Buffer.from('[]')))).toBe(false)
})

test('reads old versions, unknown states and wrong types', async () => {
  const { comments } = await read(
    sqliteBytes(`CREATE TABLE threads (id INTEGER PRIMARY KEY, uri VARCHAR);
      INSERT INTO threads VALUES (1, '/a/'), (2, NULL);
      CREATE TABLE comments (tid, id, parent, created, MODE, text, author);
      INSERT INTO comments VALUES (1, 1, NULL, 1500000000, NULL, 'One', 'Ada');
      INSERT INTO comments VALUES (1, 2, 1, '2020-01-01 10:00:00', 3, X'C3A9FF', 7);
      INSERT INTO comments VALUES (NULL, NULL, 'x', X'00', 'y', NULL, NULL);
      INSERT INTO comments
        VALUES (9223372036854775807, 9223372036854775806, 1, 9e999, 2, 1.5, '');`),
  )
  expect(comments).toMatchObject([
    { id: '1', status: 'published', createdAt: new Date(1_500_000_000_000), losses: [] },
    {
      id: '2',
      status: 'pending',
      content: 'é\uFFFD',
      authorName: '7',
      losses: ['time-zone-guessed', 'status-unknown'],
    },
    { id: '', pageId: '', parentId: 'x', content: '', createdAt: undefined },
    { id: '9223372036854775806', pageId: '9223372036854775807', status: 'pending' },
  ])
  expect(comments[0]?.votes).toBeUndefined()
})

test('reads a database that used a write-ahead log', async () => {
  const withLog = Buffer.from(sample)
  withLog.set([2, 2], 18)
  expect((await read(withLog)).comments).toHaveLength(14)
})

test('rejects other databases and files', async () => {
  const other = sqliteBytes('CREATE TABLE threads (id); CREATE VIEW comments AS SELECT 1 AS id;')
  await expect(read(other)).rejects.toThrow(NotAnExport)
  await expect(read(other)).rejects.toThrow('not an export of Isso')
  await expect(read(sample.subarray(0, 50))).rejects.toThrow(NotAnExport)
  await expect(read(Buffer.alloc(10_000, 'x'))).rejects.toThrow(NotAnExport)
  await expect(read(Buffer.alloc(0))).rejects.toThrow(NotAnExport)
})

test('reads a truncated database up to its end, and reports the damage', async () => {
  const rows = Array.from({ length: 500 }, (_, row) => `(1, ${row + 1}, '${'x'.repeat(500)}')`)
  const large = sqliteBytes(`CREATE TABLE threads (id INTEGER PRIMARY KEY, uri, title);
    INSERT INTO threads VALUES (1, '/a/', 'A');
    CREATE TABLE comments (tid, id INTEGER PRIMARY KEY, text);
    INSERT INTO comments VALUES ${rows.join(', ')};`)
  const { comments, losses } = await read(large.subarray(0, large.length / 2))
  expect(comments.length).toBeGreaterThan(50)
  expect(comments.length).toBeLessThan(500)
  expect(losses).toEqual([
    {
      reason: 'broken-record',
      ids: [],
      place: `after comment ${comments.length}`,
      note: 'the data is damaged or incomplete: export it again',
    },
  ])
})

if (isNightly)
  test('stops in a database whose pages repeat their rows', async () => {
    const pageSize = 512
    const bytes = sqliteBytes(`PRAGMA page_size = ${pageSize};
      CREATE TABLE threads (id INTEGER PRIMARY KEY, uri, title);
      CREATE TABLE comments (tid, id INTEGER PRIMARY KEY, text);
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
      INSERT INTO comments SELECT 1, n, 'x' FROM numbers;`)
    // Interior pages of a table (https://www.sqlite.org/fileformat.html#b_tree_pages).
    const numbers = Array.from({ length: bytes.length / pageSize - 1 }, (_, index) => index + 2)
    const pages = numbers.filter((number) => bytes.readUInt8((number - 1) * pageSize) === 5)
    const isRoot = (page: number) => pages.includes(bytes.readUInt32BE((page - 1) * pageSize + 8))
    const chain = [...pages.filter(isRoot), ...pages.filter((page) => !isRoot(page)).slice(0, 4)]
    expect(chain).toHaveLength(5)
    for (const [index, child] of chain.slice(1).entries()) {
      const start = ((chain[index] ?? 0) - 1) * pageSize
      bytes.writeUInt32BE(child, start + 8)
      for (let cell = 0; cell < bytes.readUInt16BE(start + 3); cell++)
        bytes.writeUInt32BE(child, start + bytes.readUInt16BE(start + 12 + 2 * cell))
    }
    const { comments, losses } = await read(bytes)
    expect(comments).toHaveLength(bytes.length)
    expect(losses).toMatchObject([{ note: 'the data is damaged or incomplete: export it again' }])
  })

test('throws no error but NotAnExport for damaged bytes anywhere', async () => {
  for (let at = 16; at < sample.length; at += 509) {
    const damaged = Buffer.from(sample)
    damaged.fill(at % 251, at, at + 7)
    await read(damaged).catch((error: unknown) => expect(error).toBeInstanceOf(NotAnExport))
  }
})

test('deletes its private copy, even if reading stops early', async () => {
  // Its own folder, because other tests create temporary files at the same time.
  vi.stubEnv('TMPDIR', mkdtempSync(path.join(tmpdir(), 'isso-')))
  const before = copies()
  for await (const { kind } of isso.read(sourceFile(sample), { timeZone: 'UTC' })) {
    const [folder = ''] = copies().filter((name) => !before.includes(name))
    expect(kind).toBe('page')
    expect(statSync(path.join(tmpdir(), folder)).mode & 0o777).toBe(0o700)
    expect(statSync(path.join(tmpdir(), folder, 'copy.db')).mode & 0o777).toBe(0o600)
    break
  }
  expect(copies()).toEqual(before)
  vi.unstubAllEnvs()
})
