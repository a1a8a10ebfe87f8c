import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { build, copyModules } from '@/bench/support/copy-checkout'
import type { Scene } from '@/tools/prove/scene'

/**
 * The older version lacks this migration and all later ones: the one that locks posts exclusively,
 * the one that partitions them, and all whose tables the current code reads. Its `package.json`
 * lists three packages that are no longer installed and that its production code does not import.
 */
const firstLacking = '20251219000000_posts_by_tag'
/** The build type-checks every file it finds, and these need the removed packages. */
const notServed = [
  'test',
  '*.test.ts',
  '*.test.tsx',
  'e2e',
  'bench',
  'playwright.config.ts',
  'vitest.config.ts',
]

/** Runs git in the checkout of the suite, because a mutant's copy has no history. */
const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Returns undefined without git or with too short a history. */
function olderCommit(): string | undefined {
  try {
    const [parent] = git(
      'log',
      '--diff-filter=A',
      '--format=%P',
      '--',
      `prisma/migrations/${firstLacking}`,
    ).split(' ')
    return parent || undefined
  } catch {
    return undefined
  }
}

/**
 * Builds the version to upgrade from, in a directory that is removed with the scene.
 * @returns the directory; undefined if git does not have the commit
 */
export async function buildOlderVersion(scene: Scene): Promise<string | undefined> {
  const commit = olderCommit()
  if (commit === undefined) return undefined
  scene.log(`building ${commit.slice(0, 7)}, the version to upgrade from …`)
  const directory = path.join(scene.directory, 'older-version')
  const packed = path.join(scene.directory, 'older-version.tar')
  mkdirSync(directory)
  git('archive', `--output=${packed}`, commit, '--', '.', ...notServed.map((what) => `:!${what}`))
  execFileSync('tar', ['-xf', packed, '-C', directory])
  await copyModules(path.join(directory, 'node_modules'))
  await build(directory)
  return directory
}
