import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { throwIfStopped } from '@/tools/prove/scene'
import { runCommand } from './run-command'

/**
 * Copies the tracked and new files of the checkout, next to a separate node_modules. The copy is
 * removed when this process exits. It lies outside the checkout, because the bundler would
 * otherwise treat the checkout as the workspace root and read all of it.
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

/**
 * Copies node_modules with hard links if the file system supports them. The bundler does not follow
 * symbolic links that lead out of its root.
 */
export async function copyModules(target: string): Promise<void> {
  try {
    await runCommand('cp', ['-al', 'node_modules', target], { stdio: 'ignore' })
  } catch {
    throwIfStopped()
    rmSync(target, { recursive: true, force: true })
    await runCommand('cp', ['-a', 'node_modules', target])
  }
}

/** Runs the production build of a checkout. */
export async function build(checkout: string): Promise<void> {
  await runCommand('npm', ['run', 'build'], { cwd: checkout })
}
