import { isUtf8 } from 'node:buffer'

/** What 0x80 to 0x9F mean (https://encoding.spec.whatwg.org/index-windows-1252.txt); five of them mean nothing and stay. */
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const codes = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 && byte < 0xa0 ? upper.charCodeAt(byte - 0x80) : byte,
)

/**
 * Decodes windows-1252, which is also what ISO-8859-1 means on the web. Not with `TextDecoder`: several releases of
 * Node 20 and 22 take it for ISO-8859-1 itself.
 */
function decodeWindows1252(bytes: Uint8Array): string {
  const text = new Uint16Array(bytes.length)
  // Counted by hand: an iterator or a callback for each byte of a megabyte takes several times as long.
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    text[index] = codes[byte] ?? byte
  }
  return new TextDecoder('utf-16le').decode(text)
}

/** A character takes at most four bytes, so a cut leaves at most three of one. */
const cutBytesMax = 3

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * Decodes UTF-8 as `TextDecoder` does, and several times as fast as that of Node 20: what is no character becomes U+FFFD,
 * the byte order mark goes.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  const text = toBuffer(bytes).toString('utf8')
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** The text where all of it is UTF-8, but for a character at the end that a cut has split and that goes; else undefined. */
export function decodeIfUtf8(bytes: Uint8Array): string | undefined {
  for (let cut = 0; cut <= cutBytesMax; cut++) {
    const whole = bytes.subarray(0, Math.max(0, bytes.byteLength - cut))
    if (isUtf8(whole)) return decodeUtf8(whole)
  }
  return undefined
}

/** Where declarations are searched. Browsers stop at 1,024 bytes and start again if one comes later; this reads once. */
const prescanBytes = 4_096

/** The encoding that a label names (https://encoding.spec.whatwg.org/#names-and-labels); `""` for an unknown label. */
function encodingOf(label: string): string {
  try {
    return new TextDecoder(label).encoding
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

/** The text in the encoding of that label; undefined for an unknown label. */
function decodeAs(label: string, bytes: Uint8Array): string | undefined {
  const encoding = encodingOf(label)
  if (encoding === '') return undefined
  if (encoding === 'utf-8') return decodeUtf8(bytes)
  if (encoding === 'windows-1252') return decodeWindows1252(bytes)
  // The web's GBK is GB18030 (Encoding, 10.1.1); Node's lacks the characters of four bytes.
  return new TextDecoder(encoding === 'gbk' ? 'gb18030' : encoding).decode(bytes)
}

/** `charset=` of a header or a `content` attribute, quoted or not. */
function charsetOf(text: string): string {
  return /charset\s*=\s*(?:["']\s*)?([\w:.-]{1,40})/i.exec(text)?.[1] ?? ''
}

function byteOrderMark(bytes: Uint8Array): string {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  // A page begins with an ASCII character, so a zero beside it tells UTF-16 as well as a mark does.
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be'
  return ''
}

const tagName = /<\/?([a-z][^\s/>]*)/iy
const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y

/** Reads the attributes of a tag from `start` (HTML, "get an attribute"). Of two of one name, the first counts. */
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

/** The label that a `meta` declares: in `charset`, or in `content` if its `http-equiv` is `Content-Type`. */
function labelOfMeta(attributes: ReadonlyMap<string, string>): string {
  const charset = attributes.get('charset')?.trim()
  if (charset !== undefined) return charset
  return attributes.get('http-equiv')?.toLowerCase() === 'content-type'
    ? charsetOf(attributes.get('content') ?? '')
    : ''
}

/**
 * The encoding that a page declares. A page whose declaration can be read as ASCII is not in UTF-16, whatever it says, and
 * `x-user-defined` means windows-1252.
 */
function declaredEncoding(label: string): string {
  if (/^x-user-defined$/i.test(label)) return 'windows-1252'
  const encoding = label === '' ? '' : encodingOf(label)
  return encoding.startsWith('utf-16') ? 'utf-8' : encoding
}

/** The attributes of each `meta` in the text, as the prescan finds them: it skips comments, but not scripts. */
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
 * The encoding that the page declares first (HTML, 13.2.3.2, "prescan a byte stream to determine its encoding"), in a `meta`
 * or else in its XML declaration; `""` if there is none.
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
 * The text of a page, in the encoding that a browser would use (HTML, 13.2.3): that of the byte order mark, of the header's
 * `charset`, or of the page's declaration; else UTF-8 if the bytes are valid, and otherwise windows-1252. Never throws.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  for (const label of [byteOrderMark(bytes), charsetOf(contentType), declaredInPage(bytes)]) {
    const text = label === '' ? undefined : decodeAs(label, bytes)
    if (text !== undefined) return text
  }
  // Valid UTF-8 is hardly anything else; otherwise windows-1252 is the most common encoding.
  return decodeIfUtf8(bytes) ?? decodeWindows1252(bytes)
}
