import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { parseEnv } from '@/lib/env'
import { digestSources, isBuiltFrom, noteBuiltFrom } from './built-from'

const root = mkdtempSync(path.join(tmpdir(), 'afterword-built-'))
afterAll(() => rmSync(root, { recursive: true }))

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
  writeFileSync(path.join(root, name), text)
}

const variables = { SITE_URL: 'https://blog.example.org' }
const digest = (environment: Record<string, string> = {}) =>
  digestSources(root, parseEnv({ ...variables, ...environment }))

beforeEach(() => {
  rmSync(root, { recursive: true })
  for (const name of ['app/page.tsx', 'lib/words.ts', 'package-lock.json', '.next/BUILD_ID'])
    write(name, name)
  noteBuiltFrom(root, digest())
})

test('an unchanged checkout counts as built', () => {
  expect(isBuiltFrom(root, digest())).toBe(true)
})

test.each(['app/page.tsx', 'app/posts/page.tsx', 'package-lock.json', 'next.config.ts'])(
  'a changed %s requires a new build',
  (name) => {
    write(name, 'another')
    expect(isBuiltFrom(root, digest())).toBe(false)
  },
)

test('a deleted or renamed file requires a new build', () => {
  rmSync(path.join(root, 'lib/words.ts'))
  expect(isBuiltFrom(root, digest())).toBe(false)
  write('lib/other-words.ts', 'lib/words.ts')
  expect(isBuiltFrom(root, digest())).toBe(false)
})

test('a changed configuration requires a new build', () => {
  expect(isBuiltFrom(root, digest({ SITE_URL: 'https://other.example.org' }))).toBe(false)
})

test.each([{ PORT: '4000' }, { DATABASE_URL: 'postgresql://localhost/blog' }])(
  'another address requires no new build: %o',
  (environment) => {
    expect(isBuiltFrom(root, digest(environment))).toBe(true)
  },
)

test.each([
  'node_modules/next/index.js',
  'e2e/reading/reading.spec.ts',
  'lib/words.test.ts',
  'lib/generated/client.ts',
  'next-env.d.ts',
  '.data/secrets.json',
])('a file that no build reads requires no new build: %s', (name) => {
  write(name, 'something')
  expect(isBuiltFrom(root, digest())).toBe(true)
})

test('a deleted build does not count', () => {
  rmSync(path.join(root, '.next'), { recursive: true })
  expect(isBuiltFrom(root, digest())).toBe(false)
})
