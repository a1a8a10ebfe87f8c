import 'server-only'
import { pipeline, Readable, Transform } from 'node:stream'
import zlib, { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

/** A page cut short still gives what it has, also in the middle of a compressed block. */
const cut = { finishFlush: constants.Z_SYNC_FLUSH }
const cutBrotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH }

/** Only later Nodes have it, and the types of this project's oldest do not know of it. */
const createZstdDecompress: unknown = Reflect.get(zlib, 'createZstdDecompress')

/** RFC 9659, 3: no window of a page needs more than 8 MB. `ZSTD_d_windowLogMax` is 100 in zstd's own list. */
const zstdOptions = { params: { 100: 23 }, finishFlush: 1 }

/** The `Accept-Encoding` header: what this Node can undo. */
export const acceptedEncodings = `gzip, deflate, br${typeof createZstdDecompress === 'function' ? ', zstd' : ''}`

function unzstd(): Transform {
  const decoder: unknown = typeof createZstdDecompress === 'function' ? createZstdDecompress(zstdOptions) : undefined
  if (decoder instanceof Transform) return decoder
  throw new Error('an encoding that was not asked for')
}

/** More encodings on top of each other are no page, but an attempt to keep somebody busy. */
const encodingsMax = 2

/** Where errors go nobody listens: each has reached the stream that is read. */
const heard = () => {}

function through(source: Readable, decoder: Transform): Readable {
  return pipeline(source, decoder, heard)
}

/** Servers mean two formats by `deflate`: zlib's (RFC 1950), whose first byte tells, and the bare one (RFC 1951). */
async function inflate(source: Readable): Promise<Readable> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return Readable.from([])
  const all = Readable.from(
    (async function* () {
      yield first.value
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
    })(),
  )
  const isZlib = ((first.value[0] ?? 0) & 0x0f) === 8
  return through(all, isZlib ? createInflate(cut) : createInflateRaw(cut))
}

async function decode(source: Readable, encoding: string): Promise<Readable> {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return through(source, createGunzip(cut))
    case 'br':
      return through(source, createBrotliDecompress(cutBrotli))
    case 'zstd':
      return through(source, unzstd())
    case 'deflate':
      return inflate(source)
    default:
      throw new Error('an encoding that was not asked for')
  }
}

/**
 * Reads a body, undoes its `Content-Encoding` (RFC 9110, 8.4) and stops at the limit, however much would follow.
 *
 * @param options.isEnough asked with each chunk; true ends the reading before the limit
 * @returns at most `bytesMax` decoded bytes. A body that breaks off gives what came until then.
 * @throws where nothing could be read, or the body's signal was aborted
 */
export async function readBody(
  body: Readable,
  options: { encoding: string; bytesMax: number; signal: AbortSignal; isEnough: (chunk: Uint8Array) => boolean },
): Promise<Uint8Array> {
  const { bytesMax, signal, isEnough } = options
  const encodings = options.encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && name !== 'identity')
  if (encodings.length > encodingsMax) throw new Error('too many encodings')
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    let decoded = body
    for (const encoding of encodings.reverse()) decoded = await decode(decoded, encoding)
    const source: AsyncIterable<Uint8Array> = decoded
    for await (const chunk of source) {
      chunks.push(chunk.subarray(0, bytesMax - length))
      length += chunk.byteLength
      if (length >= bytesMax || isEnough(chunk)) break
    }
  } catch (error) {
    if (signal.aborted || length === 0) throw error
  }
  return Buffer.concat(chunks)
}
