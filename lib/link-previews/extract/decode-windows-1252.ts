/** What 0x80 to 0x9F mean (https://encoding.spec.whatwg.org/index-windows-1252.txt); five of them mean nothing and stay. */
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const codes = Uint16Array.from({ length: 256 }, (_, byte) => (byte >= 0x80 && byte < 0xa0 ? upper.charCodeAt(byte - 0x80) : byte))

/**
 * Decodes windows-1252, which is also what ISO-8859-1 means on the web. Not with `TextDecoder`: several releases of
 * Node 20 and 22 take it for ISO-8859-1 itself.
 */
export function decodeWindows1252(bytes: Uint8Array): string {
  const text = new Uint16Array(bytes.length)
  // Counted by hand: an iterator or a callback for each byte of a megabyte takes several times as long.
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    text[index] = codes[byte] ?? byte
  }
  return new TextDecoder('utf-16le').decode(text)
}
