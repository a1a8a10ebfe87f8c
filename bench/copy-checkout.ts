import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Copies what git knows (and what is new) beside node_modules of its own, until this process ends. Outside of the
 * checkout: inside, the bundler takes the checkout for the root of a workspace and reads all of it.
 */
export function copyCheckout(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-copy-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)
  execFileSync('cp', ['--parents', ...files, directory])
  copyModules(path.join(directory, 'node_modules'))
  return directory
}

/** By hard links where the file system allows it: the bundler follows no link that leads out of its root. */
export function copyModules(target: string): void {
  try {
    execFileSync('cp', ['-al', 'node_modules', target], { stdio: 'ignore' })
  } catch {
    rmSync(target, { recursive: true, force: true })
    execFileSync('cp', ['-a', 'node_modules', target])
  }
}

/** Makes the production build of a checkout. */
export function build(checkout: string): void {
  execFileSync('npm', ['run', 'build'], { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] })
}
