import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isGone } from '@/tools/prove/machines/killed-processes'
import { build } from './copy-checkout'

const moduleOf = (name: string) => JSON.stringify(path.join(import.meta.dirname, name))

/** Creates a tiny checkout whose build runs one process below `npm` and its shell. */
function tinyCheckout(code: string): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-tiny-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  mkdirSync(path.join(directory, 'node_modules'))
  writeFileSync(
    path.join(directory, 'package.json'),
    JSON.stringify({ scripts: { build: 'node build.cjs && true' } }),
  )
  writeFileSync(path.join(directory, 'build.cjs'), code)
  return directory
}

test('stops a running build and removes its copy when only the suite gets the signal', async () => {
  // The build takes longer than the test waits.
  const directory = tinyCheckout(
    `console.error('building by', process.pid); setTimeout(() => console.error('built'), 15_000)`,
  )
  const code = `
    const { installShutdownHandlers } =
      await import(${moduleOf('../../tools/prove/shutdown-handlers.ts')})
    const { build, copyCheckout } = await import(${moduleOf('copy-checkout.ts')})
    process.chdir(${JSON.stringify(directory)})
    process.env.TMPDIR = process.cwd()
    ;(await import('node:child_process')).execFileSync('git', ['init', '--quiet'])
    installShutdownHandlers()
    await build(await copyCheckout())`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code])
  let stdoutText = ''
  let stderr = ''
  let copies: string[] = []
  const copiesLeft = () =>
    readdirSync(directory).filter((name) => name.startsWith('afterword-copy-'))
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdoutText += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    if (!text.includes('building by')) return
    copies = copiesLeft()
    child.kill('SIGINT')
  })
  const [exitCode] = await once(child, 'close')
  expect({
    exitCode,
    stdoutText: stdoutText.trim(),
    stderr: stderr.replace(/\d+/, 'PID').trim(),
  }).toEqual({
    exitCode: 1,
    stdoutText: 'stopping …',
    stderr: 'building by PID',
  })
  expect(isGone(Number(/building by (\d+)/.exec(stderr)?.[1]))).toBe(true)
  expect(copies).toHaveLength(1)
  expect(copiesLeft()).toEqual([])
})

test('rejects if the build fails and resolves once a build succeeds', async () => {
  await expect(build(tinyCheckout('process.exit(3)'))).rejects.toThrow(
    'npm run build … exited with 3',
  )
  const directory = tinyCheckout(
    `setTimeout(() => require('node:fs').writeFileSync('built', ''), 50)`,
  )
  await build(directory)
  expect(readdirSync(directory)).toContain('built')
})
