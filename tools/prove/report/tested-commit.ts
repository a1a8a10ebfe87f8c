import { execFileSync } from 'node:child_process'

type Options = {
  /** True if the results will be recorded for this commit. */
  isRecorded?: boolean
  checkout?: string
}

/**
 * Returns the short hash of the commit under test, with a plus sign if files have changed since.
 * Ignores docs, because the suite writes there. Undefined outside a git checkout.
 * @throws if the results would be recorded with a plus sign, because the hash would name other code
 */
export function testedCommit({
  isRecorded = false,
  checkout = process.cwd(),
}: Options = {}): string | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: checkout,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  let hash: string
  let changed: string
  try {
    hash = git('rev-parse', '--short', 'HEAD')
    changed = git('status', '--porcelain', '--', '.', ':!docs')
  } catch {
    console.log('git does not report a commit; results are recorded without one')
    return undefined
  }
  if (changed === '') return hash
  if (isRecorded)
    throw new Error(
      '--record needs a clean checkout. Commit, stash or ' +
        `remove these changes first:\n${changed}`,
    )
  return `${hash}+`
}
