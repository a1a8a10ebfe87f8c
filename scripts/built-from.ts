/** Knows what a production build was made from: `npm run demo` makes one only where something has changed since the last. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { parseEnv } from '@/lib/env'

/** Within the build: whatever makes another one, or clears it away, takes this along. */
const markFile = path.join('.next', 'built-from')

/** What no build reads, or what a build or its preparation writes itself. */
const leftOut = new Set([
  'node_modules',
  'bench',
  'e2e',
  'lib/generated',
  'next-env.d.ts',
  'tsconfig.tsbuildinfo',
])

/** The files of a folder and of those in it, hidden ones aside, always in the same order. */
function filesOf(root: string, folder = ''): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .map((entry) => ({ entry, name: path.posix.join(folder, entry.name) }))
    .filter(
      ({ entry, name }) =>
        !entry.name.startsWith('.') && !leftOut.has(name) && !/\.test\.tsx?$/.test(name),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ entry, name }) =>
      entry.isDirectory() ? filesOf(root, name) : entry.isFile() ? [name] : [],
    )
}

/**
 * A digest of all that a build of a checkout depends on: its files, the lock file of its dependencies among them, its
 * configuration but for where it runs, and Node.
 */
export function digestSources(
  root: string,
  {
    DATABASE_URL: _,
    DIRECT_DATABASE_URL: __,
    PORT: ___,
    ...configuration
  }: ReturnType<typeof parseEnv>,
): string {
  const digest = createHash('sha256').update(
    JSON.stringify([process.version, process.platform, process.arch, configuration]),
  )
  for (const name of filesOf(root)) {
    // Each by itself: where one ends and the next begins would otherwise be open.
    digest.update(
      `${name}\n${createHash('sha256')
        .update(readFileSync(path.join(root, name)))
        .digest('hex')}\n`,
    )
  }
  return digest.digest('hex')
}

export function isBuiltFrom(root: string, digest: string): boolean {
  const file = path.join(root, markFile)
  return existsSync(file) && readFileSync(file, 'utf8') === digest
}

/** To be called when a build has come to its end. */
export function noteBuiltFrom(root: string, digest: string): void {
  writeFileSync(path.join(root, markFile), digest)
}
