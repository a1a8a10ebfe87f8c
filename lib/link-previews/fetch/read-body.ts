import 'server-only'
import { once } from 'node:events'
import { pipeline, type Readable, type Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from 'node:zlib'
import type { HeadWatch } from './fetch-profile'

/** The `Accept-Encoding` header. */
export const acceptedEncodings = 'gzip, deflate, br'

const encodingsMax = 2

/** Options to return the data of a truncated body, even in the middle of a compressed block. */
const cut = { finishFlush: constants.Z_SYNC_FLUSH }
const cutBrotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH }

const decoders: Record<string, (source: Readable) => Transform | Promise<Transform>> = {
  gzip: () => createGunzip(cut),
  'x-gzip': () => createGunzip(cut),
  br: () => createBrotliDecompress(cutBrotli),
  // zlib (RFC 1950), recognised by its first byte, or raw deflate (RFC 1951).
  deflate: async (source) => {
    await once(source, 'readable')
    const first: Buffer | null = source.read()
    if (first) source.unshift(first)
    return ((first?.[0] ?? 8) & 0x0f) === 8 ? createInflate(cut) : createInflateRaw(cut)
  },
  zstd: () => {
    throw new Error('an encoding that was not requested')
  },
}

/**
 * Returns the codings of a `Content-Encoding` header, in the order in which they were applied.
 * Servers also send invalid values, such as `UTF-8` or `none`. Like browsers, ignores such a header
 * (Fetch, "handle content codings").
 */
function codingsOf(header: string): string[] {
  const names = header.split(',').map((name) => name.trim().toLowerCase())
  const codings = names.filter((name) => name !== '' && name !== 'identity')
  return codings.every((coding) => Object.hasOwn(decoders, coding)) ? codings : []
}

async function decode(body: Readable, codings: string[]): Promise<Readable> {
  let decoded = body
  for (const coding of codings.reverse()) {
    const decoder = await decoders[coding]?.(decoded)
    // `pipeline` passes each error to the stream that is read.
    if (decoder) decoded = pipeline(decoded, decoder, () => {})
  }
  return decoded
}

/**
 * Reads a body, decodes its `Content-Encoding` (RFC 9110, 8.4) and stops at the limit.
 *
 * @returns at most `bytesMax` decoded bytes. If the connection breaks, these are the bytes received
 *   before. The same applies to an aborted body, if its bytes are usable. `isCut` is true in both
 *   cases.
 * @throws if nothing could be read, or if the signal was aborted before the bytes were usable
 */
export async function readBody(
  body: Readable,
  options: {
    encoding: string
    bytesMax: number
    signal: AbortSignal
    watch?: HeadWatch | undefined
  },
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const { bytesMax, signal, watch } = options
  const codings = codingsOf(options.encoding)
  if (codings.length > encodingsMax) throw new Error('too many encodings')
  const chunks: Uint8Array[] = []
  let length = 0
  let isCut = false
  try {
    const source: AsyncIterable<Uint8Array> = await decode(body, codings)
    for await (const chunk of source) {
      chunks.push(chunk.subarray(0, bytesMax - length))
      length += chunk.byteLength
      if (watch?.isEnough(chunk) || length >= bytesMax) break
    }
  } catch (error) {
    if (length === 0 || (signal.aborted && !watch?.isUsable)) throw error
    isCut = true
  }
  return { bytes: Buffer.concat(chunks), isCut }
}
