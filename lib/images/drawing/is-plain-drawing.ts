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
export function isPlainDrawing(svg: string, declaration: string): boolean {
  return !refused.test(svg) && !otherEncoding.test(declaration)
}
