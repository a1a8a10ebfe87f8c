/**
 * Records the inputs of a production build: `npm run demo` builds only if something has changed
 * since the last build.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { parseEnv } from '@/lib/env'

/** Inside the build directory, so that a new build or a cleanup removes it, too. */
const markFile = path.join('.next', 'built-from')

/** Hidden files, tests, and files that no build reads or that a build or its preparation writes. */
const leftOut = new RegExp(
  '(?:^|/)\\.|\\.test\\.tsx?$|' +
    '^(?:node_modules|bench|e2e|lib/generated|next-env\\.d\\.ts|tsconfig\\.tsbuildinfo)$',
)

/** Lists the files of a folder recursively, in a stable order. */
function filesOf(root: string, folder = ''): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .map((entry) => ({ entry, name: path.posix.join(folder, entry.name) }))
    .filter(({ name }) => !leftOut.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ entry, name }) =>
      entry.isDirectory() ? filesOf(root, name) : entry.isFile() ? [name] : [],
    )
}

/**
 * Returns a digest of everything that a build of a checkout depends on. This is its files including
 * the lock file, its configuration except for addresses, and the Node version.
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
    const content = readFileSync(path.join(root, name))
    // The length makes the boundaries between files unambiguous.
    digest.update(`${name}\n${content.length}\n`).update(content)
  }
  return digest.digest('hex')
}

export function isBuiltFrom(root: string, digest: string): boolean {
  const file = path.join(root, markFile)
  return existsSync(file) && readFileSync(file, 'utf8') === digest
}

/** Records a successful build. */
export function noteBuiltFrom(root: string, digest: string): void {
  writeFileSync(path.join(root, markFile), digest)
}
