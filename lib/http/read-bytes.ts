import 'server-only'
import { AppError } from '@/lib/errors'

/**
 * Reads a body, and no further than it may be long.
 * @param mayHave what is said of that, such as “A request body may have 64 kB.”
 * @throws AppError `body-too-large`
 */
export async function readBytes(request: Request, bytesMax: number, mayHave: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > bytesMax) {
      void reader.cancel().catch(() => {})
      throw new AppError('body-too-large', mayHave)
    }
    chunks.push(value)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
