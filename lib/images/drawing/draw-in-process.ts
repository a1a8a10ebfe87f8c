import 'server-only'
import { execFile } from 'node:child_process'

/** What bounds a process that draws. */
export type DrawingBounds = {
  timeoutMs: number
  drawnBytesMax: number
  /** Ends it before its time. */
  signal: AbortSignal
}

/**
 * Runs a program that reads a picture from its standard input and writes what it drew to its standard output. A process
 * of its own, because no decoder can be stopped once it draws: an SVG of a few kilobytes takes minutes of librsvg, and
 * holds one of the four threads that files and compression share. It is killed instead. It has no secret to lose, either.
 *
 * @param program the source of an ES module, which may import sharp
 * @param task what it finds as JSON in `process.argv[1]`
 * @throws RangeError where it fails, takes longer than `timeoutMs`, or writes more than `drawnBytesMax`
 */
export function drawInProcess(
  program: string,
  task: unknown,
  bytes: Uint8Array,
  bounds: DrawingBounds,
): Promise<Buffer> {
  const command = ['--input-type=module', '--eval', program, JSON.stringify(task)]
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
      if (error) reject(new RangeError('a picture that cannot be drawn', { cause: error }))
      else resolve(drawn)
    })
    // One that ends early reads no more: why is told by its end.
    child.stdin?.on('error', () => {})
    child.stdin?.end(bytes)
  })
}
