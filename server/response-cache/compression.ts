import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip' | 'identity'

/** The body of a response in each encoding. */
export type Bodies = Record<Encoding, Buffer>

/** Images and fonts are already compressed. */
const compressedTypes = /^(?:image\/(?!svg)|font\/)/

/**
 * Compresses a body that is sent often. Compressed formats use the same bytes for each encoding.
 * @param quality of Brotli, up to 11; from 10 on, it takes ten times as long for 10 % less
 */
export async function compress(
  identity: Buffer,
  contentType: string,
  quality: number,
): Promise<Bodies> {
  if (compressedTypes.test(contentType)) return { br: identity, gzip: identity, identity }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity),
  ])
  return { br, gzip: gzipped, identity }
}

/**
 * Returns the accepted encodings (RFC 9110, 12.5.3), smallest result first. A weight of 0 rejects
 * one.
 */
export function chooseEncoding(accepted = ''): Encoding {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim())
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity'
}
