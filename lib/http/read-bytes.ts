import 'server-only'
import { AppError } from '@/lib/errors'

/**
 * Reads a body, and keeps no more of it than it may have.
 *
 * @param mayHave what is said of that, such as “A request body may have 64 kB.”
 * @param drainedBytesMax so much more is read and thrown away: a browser that is still sending when it is answered tells
 *   its reader of a broken connection, and not what was wrong
 * @throws AppError `body-too-large`; `malformed-request` where it broke off
 */
export async function readBytes(
  { body }: Pick<Request, 'body'>,
  bytesMax: number,
  mayHave: string,
  drainedBytesMax = 0,
): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, length } = await readStream(body, bytesMax, drainedBytesMax)
  if (length > bytesMax) throw new AppError('body-too-large', mayHave)
  return bytes
}

/** What may be kept of a stream, and how long it was, as far as it was read. */
async function readStream(body: Request['body'], bytesMax: number, drainedBytesMax: number) {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  while (reader) {
    const { done, value } = await reader.read().catch(brokenOff)
    if (done) break
    length += value.length
    if (length <= bytesMax) chunks.push(value)
    if (length > bytesMax + drainedBytesMax) {
      void reader.cancel().catch(() => {})
      break
    }
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks)), length }
}

/** Whoever sent it is gone, or was too slow: nothing of ours is wrong. */
function brokenOff(cause: unknown): never {
  throw new AppError('malformed-request', 'The body did not arrive whole.', [], { cause })
}
