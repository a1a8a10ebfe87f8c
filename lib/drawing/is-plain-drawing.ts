/**
 * What is more than a drawing: pictures within it, whose size nobody would check, and what could hide one from this search:
 * entities, NULs, encodings of another alphabet.
 */
const refused = /<(?:[\w.-]+:)?(?:image|feimage)\b|<!ENTITY|\0|<\?xml[^>]*encoding\s*=\s*["'](?!utf-8|us-ascii)/i

/** Whether an SVG consists of nothing but itself. Nothing outside it is ever loaded: it is drawn without an address of its own. */
export function isPlainDrawing(svg: Buffer): boolean {
  return !refused.test(svg.toString('latin1'))
}
