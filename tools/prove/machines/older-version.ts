import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { build, copyModules } from '@/bench/copy-checkout'
import type { Scene } from '@/tools/prove/scene'

/**
 * The version just before it lacks this migration and all since: the one that takes the posts for itself, the one that cuts them, and all whose tables
 * today's code asks. It lists three packages that are not installed any more, and imports them in none of its product.
 */
const firstLacking = '20251219000000_posts_by_tag'
/** A build reads the types of all it finds, and these need those packages. */
const notServed = [
  'test',
  '*.test.ts',
  '*.test.tsx',
  'e2e',
  'bench',
  'playwright.config.ts',
  'vitest.config.ts',
]

/** Of the checkout that the proof runs in: a mutant is a copy without a history. */
const git = (...words: string[]) =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Undefined where there is no git, or a history that is not so long. */
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
 * Builds the version of a blog that is to be upgraded, in a directory that goes with the scene.
 * @returns where; undefined where git does not know it
 */
export async function buildOlderVersion(scene: Scene): Promise<string | undefined> {
  const commit = olderCommit()
  if (commit === undefined) return undefined
  scene.say(`building ${commit.slice(0, 7)}, which is upgraded …`)
  const directory = path.join(scene.directory, 'older-version')
  const packed = path.join(scene.directory, 'older-version.tar')
  mkdirSync(directory)
  git('archive', `--output=${packed}`, commit, '--', '.', ...notServed.map((what) => `:!${what}`))
  execFileSync('tar', ['-xf', packed, '-C', directory])
  await copyModules(path.join(directory, 'node_modules'))
  await build(directory)
  return directory
}
