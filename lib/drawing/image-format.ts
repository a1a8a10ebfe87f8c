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

/** A drawing, after what may stand before one in XML: a declaration, comments, a document type. */
const svgStart = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml\s[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*|<!DOCTYPE\s[^>[]*>\s*)*<svg[\s>]/is

/** The format of a picture by its own bytes, whatever its sender called it; undefined where it is not to be shown. */
export function imageFormatOf(bytes: Buffer): ImageFormat | undefined {
  const start = bytes.toString('latin1', 0, 4_096)
  if (svgStart.test(start)) return isPlainDrawing(bytes) ? 'svg' : undefined
  return signatures.find(([, at, signature]) => start.startsWith(signature, at))?.[0]
}
