import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { childrenOf, isGone, killAlone } from './killed-processes'

/** A process that has started another one, which ends with it, or does not. */
async function startParent(child: string) {
  const code = `
    const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['--eval', ${JSON.stringify(child)}], { stdio: ['pipe', 'pipe', 'ignore'], detached: true })
    child.stdout.once('data', () => console.log('begun'))`
  const parent = spawn(process.execPath, ['--eval', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(parent.stdout, 'data')
  return { parent, children: childrenOf(parent.pid ?? 0) }
}

test('a process that outlives who started it is counted, and ended', async () => {
  const { parent, children } = await startParent(
    'setInterval(() => {}, 1_000); console.log("begun")',
  )
  expect(children).toHaveLength(1)
  expect(await killAlone(parent)).toBe(1)
  await expect.poll(() => children.every(isGone)).toBe(true)
})

test('one that ends with who started it is not, and who is gone already leaves none', async () => {
  const { parent, children } = await startParent(
    'process.stdin.on("close", () => process.exit()).resume(); console.log("begun")',
  )
  expect(children).toHaveLength(1)
  expect(await killAlone(parent)).toBe(0)
  expect(await killAlone(parent)).toBe(0)
})
