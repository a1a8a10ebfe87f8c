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
export function provedCommit({
  isRecorded = false,
  checkout = process.cwd(),
}: Options = {}): string | undefined {
  const git = (...words: string[]) =>
    execFileSync('git', words, {
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
    console.log('git does not say which commit this is: it is recorded without one')
    return undefined
  }
  if (changed === '') return hash
  if (isRecorded)
    throw new Error(
      '--record names the commit that was proved: commit, stash or ' +
        `remove first what is not in it\n${changed}`,
    )
  return `${hash}+`
}
