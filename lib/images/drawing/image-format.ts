/**
 * Images inside an SVG, whose size nothing else checks. Also entities and NULs, which could hide an
 * image from this search. No repeat runs past the next `<`, so the search takes linear time.
 */
const refused = /<(?:[^\s<>:]+:)?(?:image|feimage)\b|<!ENTITY|\0/i

/** An encoding other than UTF-8 and ASCII, in which the search would not recognise an element. */
const otherEncoding = /\sencoding\s*=\s*["'](?!utf-8|us-ascii)/i

/** The accepted image formats. All others are rejected. */
export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'icon' | 'svg'

/**
 * The bytes that identify a format, and their offset
 * (https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern).
 */
const signatures: [ImageFormat, number, string][] = [
  ['jpeg', 0, '\xff\xd8\xff'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['gif', 0, 'GIF87a'],
  ['gif', 0, 'GIF89a'],
  ['webp', 8, 'WEBPVP8'],
  ['avif', 4, 'ftypavif'],
  ['avif', 4, 'ftypavis'],
  ['icon', 0, '\0\0\x01\0'],
]

/** The number of characters at the start of a file in which its format must be recognisable. */
const startLength = 4_096

/**
 * The start of an SVG: an XML declaration, which is captured, then comments and document types. XML
 * allows a declaration only at the start (XML 1.0, 2.8).
 */
const svgStart = new RegExp(
  String.raw`^(?:\xef\xbb\xbf)?\s*(?:(<\?xml\s[^>]*>)\s*)?` +
    String.raw`(?:<!--(?:(?!-->).)*-->\s*|<!DOCTYPE\s[^>[]*>\s*)*<svg[\s>]`,
  'is',
)

/** Returns the format of an image from its bytes alone; undefined if it must not be shown. */
export function imageFormatOf(bytes: Buffer): ImageFormat | undefined {
  const start = bytes.toString('latin1', 0, startLength)
  const drawing = svgStart.exec(start)
  if (drawing) {
    const [, declaration = ''] = drawing
    // External files are never loaded, because the SVG is rendered without a base URL.
    const isPlain = !refused.test(bytes.toString('latin1')) && !otherEncoding.test(declaration)
    return isPlain ? 'svg' : undefined
  }
  return signatures.find(([, at, signature]) => start.startsWith(signature, at))?.[0]
}
