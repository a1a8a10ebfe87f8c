import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test('rejects an unwritable report file with one line before any part runs', async () => {
  const file = '/nonexistent/dir/report.json'
  const command = [
    '--conditions=react-server',
    '--import',
    'tsx',
    'tools/prove/run.ts',
    'redis-unavailable',
    '--short',
    '--built',
    '--report',
    file,
  ]
  const child = spawn(process.execPath, command)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    // A part has started, so it is stopped.
    child.kill('SIGINT')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [exitCode] = await once(child, 'close')
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `cannot write the --report file: ENOENT: no such file or directory, open '${file}'\n`,
  })
})
