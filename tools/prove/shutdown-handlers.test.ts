import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'

const moduleOf = (name: string) => JSON.stringify(path.join(import.meta.dirname, name))

/**
 * Starts a process with a running scene that executes the given code; without code, it keeps
 * running.
 */
async function endBy(does: string, signal?: NodeJS.Signals) {
  const code = `
    const { installShutdownHandlers } = await import(${moduleOf('shutdown-handlers.ts')})
    const { Scene } = await import(${moduleOf('scene.ts')})
    installShutdownHandlers()
    const scene = new Scene('short', '.', () => {})
    const staying = setInterval(() => {}, 1_000)
    scene.onEnd(async () => {
      // Errors of a part that is being stopped are not reported.
      setImmediate(() => { throw new Error('an error during shutdown') })
      await new Promise((resolve) => setTimeout(resolve, 50))
      console.log('ended')
    })
    console.log('begun')
    ${does}`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code])
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    // Sends the signal again during the stop, because tsx forwards it twice.
    if (signal && /begun|stopping/.test(text)) child.kill(signal)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [exitCode] = await once(child, 'close')
  return { exitCode, stdout, stderr }
}

test.each([
  'setImmediate(() => { throw new Error("an error of a part") })',
  'Promise.reject(new Error("an error of a part"))',
])('an uncaught error ends the scene and then the process: %s', async (does) => {
  const { exitCode, stdout, stderr } = await endBy(does)
  expect(stdout).toContain('ended')
  expect(stderr).toContain('an error of a part')
  expect(stderr).not.toContain('an error during shutdown')
  expect(exitCode).toBe(1)
})

test('a signal ends the scene and the process even if it arrives twice', async () => {
  const { exitCode, stdout, stderr } = await endBy('', 'SIGINT')
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' })
  expect(stdout).toContain('ended')
})
