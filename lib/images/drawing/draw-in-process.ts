import 'server-only'
import { execFile } from 'node:child_process'

/** Defines `sharp`, the `task` and the `bytes` of the image for the programs. */
const prelude = `
import sharp from 'sharp'
const task = JSON.parse(process.argv[1])
const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const bytes = Buffer.concat(chunks)
sharp.concurrency(1)
`

/**
 * Runs a program that reads an image from its standard input and writes the result to its standard
 * output. It runs in a separate process, which can be killed and has no access to secrets: an SVG
 * of a few kilobytes can take minutes in librsvg.
 * @param program the source of an ES module, which follows the prelude
 * @param bounds aborting `signal` kills the process
 * @throws RangeError if the program fails, takes longer than `timeoutMs`, or writes more than
 * `drawnBytesMax`
 */
export function drawInProcess(
  program: string,
  task: unknown,
  bytes: Uint8Array,
  bounds: { timeoutMs: number; drawnBytesMax: number; signal: AbortSignal },
): Promise<Buffer> {
  const command = ['--input-type=module', '--eval', prelude + program, JSON.stringify(task)]
  const options = {
    encoding: 'buffer',
    env: { NODE_ENV: 'production' },
    killSignal: 'SIGKILL',
    maxBuffer: bounds.drawnBytesMax,
    signal: bounds.signal,
    timeout: bounds.timeoutMs,
  } as const
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, command, options, (error, drawn) => {
      if (error) reject(new RangeError('the image cannot be drawn', { cause: error }))
      else resolve(drawn)
    })
    // A process that ends early stops reading its input. Its exit reports the cause.
    child.stdin?.on('error', () => {})
    child.stdin?.end(bytes)
  })
}
