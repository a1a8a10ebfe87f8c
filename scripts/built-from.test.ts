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

const given = { SITE_URL: 'https://blog.example.org' }
const digest = (environment: Record<string, string> = {}) =>
  digestSources(root, parseEnv({ ...given, ...environment }))

beforeEach(() => {
  rmSync(root, { recursive: true })
  for (const name of ['app/page.tsx', 'lib/words.ts', 'package-lock.json', '.next/BUILD_ID'])
    write(name, name)
  noteBuiltFrom(root, digest())
})

test('a checkout in which nothing changed is built', () => {
  expect(isBuiltFrom(root, digest())).toBe(true)
})

test.each(['app/page.tsx', 'app/posts/page.tsx', 'package-lock.json', 'next.config.ts'])(
  'another %s takes another build',
  (name) => {
    write(name, 'another')
    expect(isBuiltFrom(root, digest())).toBe(false)
  },
)

test('a file that is gone, or has another name, takes another build', () => {
  rmSync(path.join(root, 'lib/words.ts'))
  expect(isBuiltFrom(root, digest())).toBe(false)
  write('lib/other-words.ts', 'lib/words.ts')
  expect(isBuiltFrom(root, digest())).toBe(false)
})

test('another configuration takes another build', () => {
  expect(isBuiltFrom(root, digest({ SITE_URL: 'https://other.example.org' }))).toBe(false)
})

test.each([{ PORT: '4000' }, { DATABASE_URL: 'postgresql://localhost/blog' }])(
  'where it runs takes none: %o',
  (environment) => {
    expect(isBuiltFrom(root, digest(environment))).toBe(true)
  },
)

test.each([
  'node_modules/next/index.js',
  'e2e/reading.spec.ts',
  'lib/words.test.ts',
  'lib/generated/client.ts',
  'next-env.d.ts',
  '.data/secrets.json',
])('what no build reads takes none: %s', (name) => {
  write(name, 'something')
  expect(isBuiltFrom(root, digest())).toBe(true)
})

test('a build that was cleared away is none', () => {
  rmSync(path.join(root, '.next'), { recursive: true })
  expect(isBuiltFrom(root, digest())).toBe(false)
})
