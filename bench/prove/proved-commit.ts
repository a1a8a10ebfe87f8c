import { execFileSync } from 'node:child_process'

/**
 * The short hash of what is proved, with a plus where files that it is made of were changed since; docs are not among them,
 * since the proof itself writes there. Undefined where this is no checkout of git.
 */
export function provedCommit(): string | undefined {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const hash = git('rev-parse', '--short', 'HEAD')
    return git('status', '--porcelain', '--', '.', ':!docs') === '' ? hash : `${hash}+`
  } catch {
    console.log('git does not say which commit this is: it is recorded without one')
    return undefined
  }
}
