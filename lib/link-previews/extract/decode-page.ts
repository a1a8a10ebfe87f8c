import { isUtf8 } from 'node:buffer'
import { getEncoding } from 'encoding-sniffer'

/** The characters 0x80 to 0x9F. Five of these bytes are undefined and map to themselves. */
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/**
 * Decodes windows-1252, which is also what ISO-8859-1 means on the web. Does not use `TextDecoder`,
 * because several releases of Node 20 and 22 decode it as plain ISO-8859-1.
 */
function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => upper[character.charCodeAt(0) - 0x80] ?? character)
}

/** The number of bytes searched for declarations. Browsers restart if one comes later. */
const prescanBytes = 4_096

function decodeAs(name: string, bytes: Buffer): string {
  const encoding = name.toLowerCase()
  if (encoding === 'windows-1252' || encoding === 'x-user-defined') return decodeWindows1252(bytes)
  // On the web, GBK means GB18030 (Encoding, 10.1.1). Node's GBK decoder lacks the four-byte
  // characters. `stream` omits a character at the end that truncation has split.
  const decoder = new TextDecoder(encoding === 'gbk' ? 'gb18030' : encoding)
  return decoder.decode(bytes, { stream: true })
}

/** Returns whether all bytes are valid UTF-8, except a character that truncation has split. */
function isCutUtf8(bytes: Buffer): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, Math.max(0, bytes.length - cut))))
}

/** Returns the `charset` of a `Content-Type` header, quoted or not; `""` if there is none. */
function charsetOf(header: string): string {
  return /charset\s*=\s*(?:["']\s*)?([\w:.-]{1,40})/i.exec(header)?.[1] ?? ''
}

/**
 * Returns the text of a page in the encoding that a browser would use (HTML, 13.2.3). The byte
 * order mark comes first, then the header's `charset`, then the page's declaration. Without any of
 * them, uses UTF-8 if the bytes are valid, otherwise windows-1252. Never throws.
 */
export function decodePage(page: Uint8Array, contentType: string): string {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength)
  const fallback = isCutUtf8(bytes) ? 'utf-8' : 'windows-1252'
  // A page begins with an ASCII character, so an adjacent zero byte identifies UTF-16 as reliably
  // as a byte order mark.
  const [first, second] = bytes
  if (first === 0x3c && second === 0) return decodeAs('utf-16le', bytes)
  if (first === 0 && second === 0x3c) return decodeAs('utf-16be', bytes)
  const encoding = getEncoding(bytes, {
    maxBytes: prescanBytes,
    transportLayerEncodingLabel: charsetOf(contentType),
    defaultEncoding: fallback,
  })
  try {
    return decodeAs(encoding, bytes)
  } catch (error) {
    // `TextDecoder` does not support the encoding.
    if (error instanceof RangeError) return decodeAs(fallback, bytes)
    throw error
  }
}
