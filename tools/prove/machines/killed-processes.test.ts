import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { childrenOf, isGone, killAlone } from './killed-processes'

/** Starts a process with a child process that may exit with its parent. */
async function startParent(child: string) {
  const code = `
    const { spawn } = require('node:child_process')
    const options = { stdio: ['pipe', 'pipe', 'ignore'], detached: true }
    const child = spawn(process.execPath, ['--eval', ${JSON.stringify(child)}], options)
    child.stdout.once('data', () => console.log('begun'))`
  const parent = spawn(process.execPath, ['--eval', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(parent.stdout, 'data')
  return { parent, children: childrenOf(parent.pid ?? 0) }
}

test('counts and ends a child process that outlives its parent', async () => {
  const { parent, children } = await startParent(
    'setInterval(() => {}, 1_000); console.log("begun")',
  )
  expect(children).toHaveLength(1)
  expect(await killAlone(parent)).toBe(1)
  await expect.poll(() => children.every(isGone)).toBe(true)
})

test('does not count a child process that exits with its parent', async () => {
  const { parent, children } = await startParent(
    'process.stdin.on("close", () => process.exit()).resume(); console.log("begun")',
  )
  expect(children).toHaveLength(1)
  expect(await killAlone(parent)).toBe(0)
  expect(await killAlone(parent)).toBe(0)
})
