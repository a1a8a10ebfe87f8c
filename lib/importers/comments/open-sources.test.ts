import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { openSources } from './open-sources'
import type { SourceFile } from './source-record'
import { readStart } from './source-text'

const folder = mkdtempSync(path.join(tmpdir(), 'sources-'))

function save(name: string, bytes: string | Uint8Array): string {
  const file = path.join(folder, name)
  writeFileSync(file, bytes)
  return file
}

async function textOf({ open }: SourceFile): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of open()) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Returns the contents of the files of a zip archive by name. */
async function readZip(entries: Zippable): Promise<Record<string, string>> {
  const { files, isFolder } = await openSources([save('archive.zip', zipSync(entries))])
  expect(isFolder).toBe(true)
  const texts = files.map(async (file) => [file.name, await textOf(file)] as const)
  return Object.fromEntries(await Promise.all(texts))
}

/** Text that compresses to about half its size. */
const longText = Array.from({ length: 20_000 }, (_, index) => `${Math.sin(index)}\n`).join('')

/** Inverts a byte in the middle. */
function damage(bytes: Uint8Array): Uint8Array {
  const middle = bytes.length >> 1
  return bytes.map((byte, index) => (index === middle ? byte ^ 255 : byte))
}

/** Returns what is damaged in the files that were read. */
const damageOf = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ name, damage }) => (damage === undefined ? [] : `${name}: ${damage}`))

test('reads entries of an archive whose names no file system could store', async () => {
  const long = 'x'.repeat(300)
  const entries = { a: strToU8('1'), 'a/b': strToU8('2'), [long]: strToU8('3') }
  expect(await readZip(entries)).toEqual({ a: '1', 'a/b': '2', [long]: '3' })
})

test('replaces control characters in names', async () => {
  expect(await readZip({ 'é\0\u001B': strToU8('1') })).toEqual({ 'é\uFFFD\uFFFD': '1' })
})

test('ignores links, hidden files and paths outside the archive', async () => {
  const text = strToU8('secret')
  const entries = {
    'kept.txt': strToU8('kept'),
    'empty/': new Uint8Array(),
    '../outside': text,
    'a/../../outside': text,
    '/etc/outside': text,
    'C:/outside': text,
    '..\\outside': text,
    link: [strToU8('/etc/passwd'), { os: 3, attrs: 0o120_777 << 16 }],
    '.hidden': text,
    'a/.git/config': text,
    '__MACOSX/._kept.txt': text,
  } satisfies Zippable
  expect(await readZip(entries)).toEqual({ 'kept.txt': 'kept' })
})

test('ignores links and hidden files in a folder', async () => {
  const inner = path.join(folder, 'inner')
  mkdirSync(path.join(inner, '.git'), { recursive: true })
  save('inner/kept', 'kept')
  save('inner/.git/config', 'hidden')
  symlinkSync('/etc/passwd', path.join(inner, 'link'))
  const { files } = await openSources([inner])
  expect(files.map(({ name }) => name)).toEqual(['kept'])
})

test('reads entries that are stored, deflated, or gzip files', async () => {
  const entries = {
    deflated: strToU8(longText),
    gzip: gzipSync(longText),
    stored: [strToU8(longText), { level: 0 }],
  } satisfies Zippable
  const texts = { deflated: longText, gzip: longText, stored: longText }
  expect(await readZip(entries)).toEqual(texts)
})

test('ends compressed files where their bytes exceed the limit together', async () => {
  const zeros = new Uint8Array(1_000_000)
  const paths = [
    save('plain', zeros),
    save('one.gz', gzipSync(zeros)),
    save('bomb.zip', zipSync({ bomb: zeros })),
  ]
  const { files } = await openSources(paths, { bytesMax: 1_500_000 })
  // Opening a file again does not count its bytes again.
  for (const file of files) await readStart(file)
  const sizes: number[] = []
  for (const file of files) sizes.push((await textOf(file)).length)
  expect(sizes.slice(0, 2)).toEqual([1_000_000, 1_000_000])
  expect(sizes[2]).toBeGreaterThan(400_000)
  expect(sizes[2]).toBeLessThanOrEqual(500_000)
  expect(damageOf(files)).toEqual(['bomb: it is larger than 1.431 MB'])
})

test('ends entries without compression where their bytes exceed the limit together', async () => {
  const zeros = new Uint8Array(1_000_000)
  const entries = { one: [zeros, { level: 0 }], two: [zeros, { level: 0 }] } satisfies Zippable
  const paths = [save('stored-bomb.zip', zipSync(entries))]
  const { files } = await openSources(paths, { bytesMax: 1_500_000 })
  const sizes: number[] = []
  for (const file of files) sizes.push((await textOf(file)).length)
  expect(sizes[0]).toBe(1_000_000)
  expect(sizes[1]).toBeLessThanOrEqual(500_000)
  expect(damageOf(files)).toEqual(['two: it is larger than 1.431 MB'])
})

test.each([
  ['a gzip file', 'damaged.gz', damage(gzipSync(longText))],
  ['a gzip file that ends early', 'cut.gz', gzipSync(longText).subarray(0, 90_000)],
  ['an archive', 'damaged.zip', damage(zipSync({ 'damaged.zip': strToU8(longText) }))],
  ['a short gzip file', 'short.gz', damage(gzipSync(longText.slice(0, 10_000)))],
])('reads %s up to the damage, and reports it', async (_, name, bytes) => {
  const { files } = await openSources([save(name, bytes)])
  const [file] = files
  if (!file) throw new Error('no file')
  expect(damageOf(files)).toEqual([])
  const text = await textOf(file)
  expect(text.length).toBeGreaterThan(3_000)
  expect(text.slice(0, 2_000)).toBe(longText.slice(0, 2_000))
  expect(damageOf(files)).toEqual([expect.stringContaining(`${name}: `)])
  // The start is readable again.
  expect((await readStart(file)).slice(0, 100)).toBe(longText.slice(0, 100))
})

test('reports an entry that differs from its checksum', async () => {
  const stored = { stored: [strToU8(longText), { level: 0 }] } satisfies Zippable
  const { files } = await openSources([save('stored.zip', damage(zipSync(stored)))])
  for (const file of files) await textOf(file)
  expect(damageOf(files)).toEqual([expect.stringContaining('stored: ')])
})

test('refuses archives that are damaged, empty or encrypted', async () => {
  const whole = zipSync({ 'a.txt': strToU8(longText) })
  const directory = Buffer.from(whole).indexOf('PK\u0001\u0002', 'latin1')
  const encrypted = whole.map((byte, index) => (index === directory + 8 ? byte | 1 : byte))
  for (const [bytes, message] of [
    [whole.subarray(0, whole.length / 2), 'damaged'],
    [strToU8('PK\u0003\u0004junk'), 'damaged'],
    [zipSync({ '.hidden': strToU8('x') }), 'no comments'],
    [encrypted, 'a.txt is password-protected'],
  ] as const)
    await expect(openSources([save('refused.zip', bytes)])).rejects.toThrow(message)
})
