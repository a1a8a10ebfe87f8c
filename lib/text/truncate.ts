/**
 * Returns the first code points of a string. `slice` counts UTF-16 code units and can cut a
 * surrogate pair in half: the result cannot be percent-encoded (URIError), and PostgreSQL and JSON
 * refuse it or replace it.
 */
export function truncate(text: string, codePointsMax: number): string {
  if (text.length <= codePointsMax) return text
  // A code point has at most two units.
  return [...text.slice(0, 2 * codePointsMax)].slice(0, codePointsMax).join('')
}
