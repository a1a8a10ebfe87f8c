import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { goOnUnlessStopped } from '@/tools/prove/scene'
import { runCommand } from './run-command'

/**
 * Copies what git knows (and what is new) beside node_modules of its own, until this process ends. Outside of the
 * checkout: inside, the bundler takes the checkout for the root of a workspace and reads all of it.
 */
export async function copyCheckout(): Promise<string> {
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-copy-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { encoding: 'utf8' },
  )
    .split('\0')
    .filter(Boolean)
  await runCommand('cp', ['--parents', ...files, directory])
  await copyModules(path.join(directory, 'node_modules'))
  return directory
}

/** By hard links where the file system allows it: the bundler follows no link that leads out of its root. */
export async function copyModules(target: string): Promise<void> {
  try {
    await runCommand('cp', ['-al', 'node_modules', target], { stdio: 'ignore' })
  } catch {
    goOnUnlessStopped()
    rmSync(target, { recursive: true, force: true })
    await runCommand('cp', ['-a', 'node_modules', target])
  }
}

/** Makes the production build of a checkout. */
export async function build(checkout: string): Promise<void> {
  await runCommand('npm', ['run', 'build'], { cwd: checkout })
}
