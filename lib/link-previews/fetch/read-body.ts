import 'server-only'
import { pipeline, Readable, type Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from 'node:zlib'

/** Options to return the data of a truncated body, even in the middle of a compressed block. */
const cut = { finishFlush: constants.Z_SYNC_FLUSH }
const cutBrotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH }

/** The `Accept-Encoding` header. */
export const acceptedEncodings = 'gzip, deflate, br'

const encodingsMax = 2

/** Ignores errors of inner streams: `pipeline` passes each one to the stream that is read. */
const ignoreError = () => {}

function through(source: Readable, decoder: Transform): Readable {
  return pipeline(source, decoder, ignoreError)
}

/** `deflate` means zlib (RFC 1950), recognised by its first byte, or raw deflate (RFC 1951). */
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

const decoders = new Map<string, (source: Readable) => Readable | Promise<Readable>>([
  ['gzip', (source) => through(source, createGunzip(cut))],
  ['x-gzip', (source) => through(source, createGunzip(cut))],
  ['br', (source) => through(source, createBrotliDecompress(cutBrotli))],
  ['deflate', inflate],
])

/** The known codings, also zstd, which is not decoded: its raw bytes are not a page. */
const contentCodings = new Set([...decoders.keys(), 'zstd'])

/**
 * Returns the codings of a `Content-Encoding` header, in the order in which they were applied.
 * Servers also send invalid values, such as `UTF-8` or `none`. Like browsers, ignores such a header
 * (Fetch, "handle content codings").
 */
function codingsOf(header: string): string[] {
  const names = header.toLowerCase().split(',')
  const codings = names
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  return codings.every((coding) => contentCodings.has(coding)) ? codings : []
}

async function decode(source: Readable, coding: string): Promise<Readable> {
  const decoder = decoders.get(coding)
  if (!decoder) throw new Error('an encoding that was not asked for')
  return decoder(source)
}

/** Watches a body while it is read. */
export type BodyWatch = {
  isEnough: (chunk: Uint8Array) => boolean
  /** True if the bytes so far are usable, in case the time limit stops the reading. */
  readonly isUsable: boolean
}

/**
 * Reads a body, decodes its `Content-Encoding` (RFC 9110, 8.4) and stops at the limit.
 *
 * @returns at most `bytesMax` decoded bytes. A connection that breaks gives the bytes received
 *   before. An aborted body gives them if they are usable. `isCut` is true in both cases.
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
