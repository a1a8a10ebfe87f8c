/**
 * Pictures within a drawing, whose size nothing else checks, and what could hide one from this search:
 * entities and NULs. No repeat runs past the next `<`, so the search is linear in the size of the file.
 */
const refused = /<(?:[^\s<>:]+:)?(?:image|feimage)\b|<!ENTITY|\0/i

/** An encoding other than UTF-8 and ASCII, in which the search would not recognise an element. */
const otherEncoding = /\sencoding\s*=\s*["'](?!utf-8|us-ascii)/i

/**
 * Returns whether an SVG draws with nothing but its own shapes. External files are never loaded: a drawing
 * is rendered without an address of its own.
 *
 * @param svg the whole file, decoded as latin1
 * @param declaration its XML declaration, empty if it has none. XML allows none but at the start (XML 1.0, 2.8).
 */
function isPlainDrawing(svg: string, declaration: string): boolean {
  return !refused.test(svg) && !otherEncoding.test(declaration)
}

/** The formats a picture may come in; anything else is refused. */
export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'icon' | 'svg'

/** Bytes of a file that tell its format, and where they stand (https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern). */
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

/** Characters at the start of a file in which its format must show. */
const startLength = 4_096

/**
 * The start of an SVG: an XML declaration, which is captured, then comments and document types. It is only
 * matched against the first `startLength` characters.
 */
const svgStart =
  /^(?:\xef\xbb\xbf)?\s*(?:(<\?xml\s[^>]*>)\s*)?(?:<!--(?:(?!-->).)*-->\s*|<!DOCTYPE\s[^>[]*>\s*)*<svg[\s>]/is

/** Returns the format of an image by its own bytes, whatever its sender called it; undefined if it must not be shown. */
export function imageFormatOf(bytes: Buffer): ImageFormat | undefined {
  const start = bytes.toString('latin1', 0, startLength)
  const drawing = svgStart.exec(start)
  if (drawing) {
    const [, declaration = ''] = drawing
    return isPlainDrawing(bytes.toString('latin1'), declaration) ? 'svg' : undefined
  }
  return signatures.find(([, at, signature]) => start.startsWith(signature, at))?.[0]
}
