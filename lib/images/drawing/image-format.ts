import { isPlainDrawing } from './is-plain-drawing'

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
const svgStart = /^(?:\xef\xbb\xbf)?\s*(?:(<\?xml\s[^>]*>)\s*)?(?:<!--(?:(?!-->).)*-->\s*|<!DOCTYPE\s[^>[]*>\s*)*<svg[\s>]/is

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
