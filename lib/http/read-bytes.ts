import 'server-only'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'

/**
 * Reads a body and keeps at most `bytesMax` bytes.
 * @param mayHave the error detail, such as “A request body may have 64 kB.”
 * @param drainedBytesMax number of excess bytes to read and discard. A browser that is still
 * sending when the response arrives reports a broken connection instead of the error.
 * @throws AppError `body-too-large`; `malformed-request` if the body breaks off
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

/** Returns the bytes that may be kept and the total number of bytes read. */
async function readStream(body: Request['body'], bytesMax: number, drainedBytesMax: number) {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  while (reader) {
    const { done, value } = await reader.read().catch(rejectTruncated)
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

/** Reports an interrupted body as an error of the client, which disconnected or was too slow. */
function rejectTruncated(cause: unknown): never {
  throw new AppError('malformed-request', errorText('incomplete'), [], { cause })
}
