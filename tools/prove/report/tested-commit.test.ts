import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testedCommit } from './tested-commit'

let checkout: string

beforeEach(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'afterword-proved-'))
})
afterEach(() => rmSync(checkout, { recursive: true }))

function git(...args: string[]): string {
  const who = [
    '-c',
    'user.name=Nobody',
    '-c',
    'user.email=nobody@example.org',
    '-c',
    'commit.gpgsign=false',
  ]
  return execFileSync('git', [...who, ...args], {
    cwd: checkout,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
}

/** Commits one code file and one documentation file. Returns the short hash. */
function commit(): string {
  mkdirSync(path.join(checkout, 'docs'))
  for (const file of ['code.ts', 'docs/page.md'])
    writeFileSync(path.join(checkout, file), 'as it was')
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'all of it')
  return git('rev-parse', '--short', 'HEAD')
}

test('records the hash of a commit even if the suite has changed the docs', () => {
  const hash = commit()
  expect(testedCommit({ isRecorded: true, checkout })).toBe(hash)
  for (const file of ['docs/page.md', 'docs/new.md'])
    writeFileSync(path.join(checkout, file), 'otherwise')
  expect(testedCommit({ isRecorded: true, checkout })).toBe(hash)
})

test.each(['code.ts', 'new.ts'])(
  'with a changed or untracked %s, refuses to record and adds a plus sign otherwise',
  (file) => {
    const hash = commit()
    writeFileSync(path.join(checkout, file), 'otherwise')
    expect(testedCommit({ checkout })).toBe(`${hash}+`)
    expect(() => testedCommit({ isRecorded: true, checkout })).toThrow(file)
  },
)

test('without git, returns no hash and prints a message', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  expect(testedCommit({ isRecorded: true, checkout })).toBeUndefined()
  expect(log).toHaveBeenCalledOnce()
})
