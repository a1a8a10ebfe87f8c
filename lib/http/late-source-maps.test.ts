import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { readSourceMap } from './late-source-maps'

const folder = mkdtempSync(path.join(tmpdir(), 'afterword-maps-'))
afterAll(() => rmSync(folder, { recursive: true }))

function addFile(name: string, text: string): string {
  writeFileSync(path.join(folder, name), text)
  return pathToFileURL(path.join(folder, name)).href
}

test('the map that a file names, without the sources themselves, read once', () => {
  const map = { version: 3, sources: ['lib/db.ts'], names: [], mappings: 'AAAA', sourcesContent: ['export const db = 1'] }
  const url = addFile('[root] chunk.js', 'var a = 1\n//# sourceMappingURL=other.js.map')
  addFile('other.js.map', JSON.stringify(map))
  const found = readSourceMap(url)
  expect(found).toEqual({ version: 3, sources: ['lib/db.ts'], names: [], mappings: 'AAAA' })
  expect(readSourceMap(url)).toBe(found)
})

test('of a map in sections each is without its sources', () => {
  const url = addFile('sections.js', 'var a = 1\n//# sourceMappingURL=sections.js.map\n')
  const section = { offset: { line: 0, column: 0 }, map: { version: 3, sources: ['a.ts'], names: [], mappings: '' } }
  addFile('sections.js.map', JSON.stringify({ version: 3, sections: [{ ...section, map: { ...section.map, sourcesContent: ['x'] } }] }))
  expect(readSourceMap(url)).toEqual({ version: 3, sections: [section] })
})

/** A file with a map of so many characters, about. */
function addMapped(name: string, characters: number): string {
  addFile(`${name}.map`, JSON.stringify({ version: 3, sources: [], names: [], mappings: '', sourcesContent: ['x'.repeat(characters)] }))
  return addFile(name, `var a = 1\n//# sourceMappingURL=${name}.map`)
}

test('of a stack that goes through many files every map is read once', () => {
  const urls = Array.from({ length: 100 }, (_, n) => addMapped(`of-many-${n}.js`, 1_000))
  const maps = urls.map(readSourceMap)
  expect(maps).toEqual(Array(100).fill(expect.objectContaining({ version: 3 })))
  urls.forEach((url, n) => {
    expect(readSourceMap(url)).toBe(maps[n])
  })
})

test('that a file has none is read once', () => {
  const url = addFile('without.js', 'var a = 1')
  expect(readSourceMap(url)).toBeUndefined()
  addMapped('without.js', 1)
  expect(readSourceMap(url)).toBeUndefined()
})

test('of large maps few are kept', () => {
  const first = addMapped('large.js', 4_000_000)
  const map = readSourceMap(first)
  for (let n = 0; n < 4; n++) readSourceMap(addMapped(`large-${n}.js`, 4_000_000))
  expect(readSourceMap(first)).toEqual(map)
  expect(readSourceMap(first)).not.toBe(map)
})

test.each([
  ['a file that names none', 'var a = 1'],
  ['one whose map is away', 'var a = 1\n//# sourceMappingURL=away.js.map'],
  ['one whose map is none', 'var a = 1\n//# sourceMappingURL=broken.js.map'],
  ['one that has it within', 'var a = 1\n//# sourceMappingURL=data:application/json,{}'],
])('there is none for %s', (what, text) => {
  addFile('broken.js.map', '{"version":')
  expect(readSourceMap(addFile(`${what}.js`, text))).toBeUndefined()
})

test.each(['node:internal/process/task_queues', '<anonymous>', 'file:///nowhere/at/all.js'])('there is none for %s', (url) => {
  expect(readSourceMap(url)).toBeUndefined()
})
