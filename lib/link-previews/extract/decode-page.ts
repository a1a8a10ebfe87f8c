import { isUtf8 } from 'node:buffer'

/**
 * The characters 0x80 to 0x9F (https://encoding.spec.whatwg.org/index-windows-1252.txt). Five of
 * these bytes are undefined and map to themselves.
 */
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const codes = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 && byte < 0xa0 ? upper.charCodeAt(byte - 0x80) : byte,
)

/**
 * Decodes windows-1252, which is also what ISO-8859-1 means on the web. Does not use `TextDecoder`,
 * because several releases of Node 20 and 22 decode it as plain ISO-8859-1.
 */
function decodeWindows1252(bytes: Uint8Array): string {
  const text = new Uint16Array(bytes.length)
  // Use an index loop: an iterator or a callback per byte of a megabyte is several times slower.
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    text[index] = codes[byte] ?? byte
  }
  return new TextDecoder('utf-16le').decode(text)
}

/** A character has at most four bytes, so truncation leaves at most three bytes of one. */
const cutBytesMax = 3

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * Decodes UTF-8 as `TextDecoder` does, but several times faster than in Node 20. Replaces invalid
 * bytes with U+FFFD and removes the byte order mark.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  const text = toBuffer(bytes).toString('utf8')
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/**
 * Returns the text if all bytes are valid UTF-8, otherwise undefined. Ignores a character at the
 * end that truncation has split.
 */
export function decodeIfUtf8(bytes: Uint8Array): string | undefined {
  for (let cut = 0; cut <= cutBytesMax; cut++) {
    const whole = bytes.subarray(0, Math.max(0, bytes.byteLength - cut))
    if (isUtf8(whole)) return decodeUtf8(whole)
  }
  return undefined
}

/**
 * The number of bytes that are searched for declarations. Browsers stop at 1,024 bytes and restart
 * if one comes later; this code reads only once.
 */
const prescanBytes = 4_096

/**
 * Returns the encoding of a label (https://encoding.spec.whatwg.org/#names-and-labels); `""` for an
 * unknown label.
 */
function encodingOf(label: string): string {
  try {
    return new TextDecoder(label).encoding
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

/** Decodes the bytes in the encoding of a label; returns undefined for an unknown label. */
function decodeAs(label: string, bytes: Uint8Array): string | undefined {
  const encoding = encodingOf(label)
  if (encoding === '') return undefined
  if (encoding === 'utf-8') return decodeUtf8(bytes)
  if (encoding === 'windows-1252') return decodeWindows1252(bytes)
  // On the web, GBK means GB18030 (Encoding, 10.1.1). Node's GBK decoder lacks the four-byte
  // characters.
  return new TextDecoder(encoding === 'gbk' ? 'gb18030' : encoding).decode(bytes)
}

/** Returns the `charset` in a header or a `content` attribute, quoted or not. */
function charsetOf(text: string): string {
  return /charset\s*=\s*(?:["']\s*)?([\w:.-]{1,40})/i.exec(text)?.[1] ?? ''
}

function byteOrderMark(bytes: Uint8Array): string {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  // A page begins with an ASCII character, so an adjacent zero byte identifies UTF-16 as reliably
  // as a byte order mark.
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be'
  return ''
}

const tagName = /<\/?([a-z][^\s/>]*)/iy
const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y

/**
 * Reads the attributes of a tag from `start` (HTML, "get an attribute"). The first of several
 * attributes with the same name counts.
 */
function readAttributes(
  text: string,
  start: number,
): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  attribute.lastIndex = start
  let end = start
  for (let found = attribute.exec(text); found; found = attribute.exec(text)) {
    const [, name = '', double, single, bare = ''] = found
    end = attribute.lastIndex
    if (!attributes.has(name.toLowerCase()))
      attributes.set(name.toLowerCase(), double ?? single ?? bare)
  }
  return { attributes, end }
}

/**
 * Returns the label that a `meta` declares: in `charset`, or in `content` if its `http-equiv` is
 * `Content-Type`.
 */
function labelOfMeta(attributes: ReadonlyMap<string, string>): string {
  const charset = attributes.get('charset')?.trim()
  if (charset !== undefined) return charset
  return attributes.get('http-equiv')?.toLowerCase() === 'content-type'
    ? charsetOf(attributes.get('content') ?? '')
    : ''
}

/**
 * Returns the encoding that a page declares. A declaration that can be read as ASCII cannot be in
 * UTF-16, so UTF-16 labels mean UTF-8. `x-user-defined` means windows-1252.
 */
function declaredEncoding(label: string): string {
  if (/^x-user-defined$/i.test(label)) return 'windows-1252'
  const encoding = label === '' ? '' : encodingOf(label)
  return encoding.startsWith('utf-16') ? 'utf-8' : encoding
}

/**
 * Yields the attributes of each `meta` in the text, as the prescan finds them. Skips comments, but
 * not scripts.
 */
function* readMetas(text: string): Generator<Map<string, string>> {
  for (let open = text.indexOf('<'); open !== -1; ) {
    let end = open + 1
    tagName.lastIndex = open
    const name = tagName.exec(text)?.[1]?.toLowerCase()
    if (name !== undefined) {
      const tag = readAttributes(text, tagName.lastIndex)
      if (name === 'meta' && text[open + 1] !== '/') yield tag.attributes
      end = tag.end
    } else if (/[!/?]/.test(text[end] ?? '')) {
      end = text.startsWith('<!--', open) ? text.indexOf('-->', open + 2) : text.indexOf('>', end)
      if (end === -1) return
    }
    open = text.indexOf('<', end)
  }
}

/**
 * Returns the first encoding that the page declares, in a `meta` or else in its XML declaration;
 * `""` if there is none (HTML, 13.2.3.2, "prescan a byte stream to determine its encoding").
 */
function declaredInPage(bytes: Uint8Array): string {
  const text = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.byteLength, prescanBytes),
  ).toString('latin1')
  for (const attributes of readMetas(text)) {
    const encoding = declaredEncoding(labelOfMeta(attributes))
    if (encoding !== '') return encoding
  }
  const xml = /^<\?xml\s[^>]{0,256}?\bencoding\s*=\s*["']([^"'>]{1,40})/.exec(text)
  return declaredEncoding(xml?.[1] ?? '')
}

/**
 * Returns the text of a page in the encoding that a browser would use (HTML, 13.2.3). The byte
 * order mark comes first, then the header's `charset`, then the page's declaration. Without any of
 * them, uses UTF-8 if the bytes are valid, otherwise windows-1252. Never throws.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  for (const label of [byteOrderMark(bytes), charsetOf(contentType), declaredInPage(bytes)]) {
    const text = label === '' ? undefined : decodeAs(label, bytes)
    if (text !== undefined) return text
  }
  // Other encodings are rarely valid UTF-8. Otherwise, windows-1252 is the most common encoding.
  return decodeIfUtf8(bytes) ?? decodeWindows1252(bytes)
}
