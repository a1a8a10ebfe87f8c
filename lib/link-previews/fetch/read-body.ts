import 'server-only'
import { pipeline, Readable, Transform } from 'node:stream'
import zlib, {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from 'node:zlib'

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
  const decoder: unknown =
    typeof createZstdDecompress === 'function' ? createZstdDecompress(zstdOptions) : undefined
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

/** What `decode` undoes. zstd is listed although an old Node cannot: its bytes are no page either. */
const contentCodings = new Set(['gzip', 'x-gzip', 'br', 'zstd', 'deflate'])

/**
 * The codings of a `Content-Encoding` header, in the order in which they were applied. Servers also send values that are no
 * codings, such as `UTF-8` or `none`. Like browsers, this then ignores the header (Fetch, "handle content codings").
 */
function codingsOf(header: string): string[] {
  const names = header.toLowerCase().split(',')
  const codings = names
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  return codings.every((coding) => contentCodings.has(coding)) ? codings : []
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

/** Judges a body while it is read. */
export type BodyWatch = {
  /** Takes the next decoded bytes; true ends the reading before the limit. */
  isEnough: (chunk: Uint8Array) => boolean
  /** Whether the bytes so far are of use, should the time limit end the reading. */
  readonly isUsable: boolean
}

/**
 * Reads a body, undoes its `Content-Encoding` (RFC 9110, 8.4) and stops at the limit, however much would follow.
 *
 * @returns at most `bytesMax` decoded bytes. A body that breaks off gives the bytes that came before; a body that is aborted
 *   gives them if they are usable. `isCut` says that the body did not come whole for such a reason.
 * @throws if nothing could be read, or if the signal was aborted before the bytes were usable
 */
export async function readBody(
  body: Readable,
  options: { encoding: string; bytesMax: number; signal: AbortSignal; watch: BodyWatch },
): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const { bytesMax, signal, watch } = options
  const codings = codingsOf(options.encoding)
  if (codings.length > encodingsMax) throw new Error('too many encodings')
  const chunks: Uint8Array[] = []
  let length = 0
  let isCut = false
  try {
    let decoded = body
    for (const coding of codings.reverse()) decoded = await decode(decoded, coding)
    const source: AsyncIterable<Uint8Array> = decoded
    for await (const chunk of source) {
      chunks.push(chunk.subarray(0, bytesMax - length))
      length += chunk.byteLength
      if (watch.isEnough(chunk) || length >= bytesMax) break
    }
  } catch (error) {
    if (length === 0 || (signal.aborted && !watch.isUsable)) throw error
    isCut = true
  }
  return { bytes: Buffer.concat(chunks), isCut }
}
