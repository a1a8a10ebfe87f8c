import { execFileSync } from 'node:child_process'

type Options = {
  /** Whether what is measured is to be recorded under it. */
  isRecorded?: boolean
  checkout?: string
}

/**
 * The short hash of what is proved, with a plus where files that it is made of were changed since; docs are not among them,
 * since the proof itself writes there. Undefined where this is no checkout of git.
 *
 * @throws where it is to be recorded and has that plus: the hash would name what was not proved
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
      `--record names the commit that was proved: commit, stash or remove first what is not in it\n${changed}`,
    )
  return `${hash}+`
}
