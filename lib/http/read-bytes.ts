import 'server-only'
import { AppError } from '@/lib/errors'
import type { Asked } from './answer'

/**
 * Reads a body, and keeps no more of it than it may have.
 *
 * @param mayHave what is said of that, such as “A request body may have 64 kB.”
 * @param drainedBytesMax so much more is read and thrown away: a browser that is still sending when it is answered tells
 *   its reader of a broken connection, and not what was wrong
 * @throws AppError `body-too-large`; `malformed-request` where it broke off
 */
export async function readBytes(
  { body }: Pick<Asked, 'body'>,
  bytesMax: number,
  mayHave: string,
  drainedBytesMax = 0,
): Promise<Uint8Array<ArrayBuffer>> {
  if (body instanceof Uint8Array) return withinLimit(body, bytesMax, mayHave)
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
  if (length > bytesMax) throw new AppError('body-too-large', mayHave)
  return new Uint8Array(Buffer.concat(chunks))
}

function withinLimit(body: Uint8Array<ArrayBuffer>, bytesMax: number, mayHave: string): Uint8Array<ArrayBuffer> {
  if (body.length > bytesMax) throw new AppError('body-too-large', mayHave)
  return body
}

/** Whoever sent it is gone, or was too slow: nothing of ours is wrong. */
function brokenOff(cause: unknown): never {
  throw new AppError('malformed-request', 'The body did not arrive whole.', [], { cause })
}
