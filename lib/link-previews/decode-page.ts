import { decodeIfUtf8, decodeUtf8 } from './decode-utf-8'
import { decodeWindows1252 } from './decode-windows-1252'

/** Where the declaration is looked for. Browsers stop at 1,024 bytes and begin anew where it came later; this reads once. */
const prescanBytes = 4_096

/** The text in the encoding of that label; undefined for a label nobody knows. */
function decodeAs(label: string, bytes: Uint8Array): string | undefined {
  try {
    const decoder = new TextDecoder(label)
    if (decoder.encoding === 'utf-8') return decodeUtf8(bytes)
    if (decoder.encoding === 'windows-1252') return decodeWindows1252(bytes)
    // The web's GBK is GB18030 (Encoding, 10.1.1); Node's knows no character of four bytes.
    return (decoder.encoding === 'gbk' ? new TextDecoder('gb18030') : decoder).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** `charset=` of a header or a `content` attribute, quoted or not. */
function charsetOf(text: string): string {
  return /charset\s*=[\s"']*([\w:.-]{1,40})/i.exec(text)?.[1] ?? ''
}

function byteOrderMark(bytes: Uint8Array): string {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  // A page begins with an ASCII character, so a zero beside it tells UTF-16 as well as a mark does.
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be'
  return ''
}

/** What the page says of itself (HTML, 13.2.3.2). If a reader of ASCII can find it, it is not UTF-16, whatever it says. */
function declaredInPage(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, prescanBytes)).toString('latin1')
  // recheck-ignore: the input is the first 4,096 bytes of a page.
  const code = start.replace(/<!--[\s\S]{0,4096}?-->/g, '')
  // recheck-ignore: the input is the same 4,096 bytes.
  const tag = /<meta\s[^>]{0,512}?charset\s*=[^>]{0,64}/i.exec(code)?.[0] ?? /^\s*<\?xml\s[^>]{0,256}/i.exec(code)?.[0] ?? ''
  const label = charsetOf(tag.replace(/\bencoding\s*=/i, 'charset=')).toLowerCase()
  if (label === 'x-user-defined') return 'windows-1252'
  return label.startsWith('utf-16') ? 'utf-8' : label
}

/**
 * The text of a page, in the encoding that a browser would take (WHATWG HTML, 13.2.3): byte order mark, the header's
 * `charset`, the page's own declaration, else UTF-8 where it is valid and windows-1252 where it is not. Never throws.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  for (const label of [byteOrderMark(bytes), charsetOf(contentType), declaredInPage(bytes)]) {
    const text = label === '' ? undefined : decodeAs(label, bytes)
    if (text !== undefined) return text
  }
  // UTF-8 proves itself; what is none is most likely the encoding of the West.
  return decodeIfUtf8(bytes) ?? decodeWindows1252(bytes)
}
