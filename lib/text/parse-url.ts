/**
 * Returns a URL, resolved against a base if one is given; undefined if the text is not a URL. Use
 * it instead of `URL.canParse`: once compiled, Node 20's version rejects strings with Latin-1
 * letters (`https://bücher.example`). `URL.parse` needs Node 22.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** Returns a decoded part of a URL; undefined if it has an invalid escape, such as `%ff`. */
export function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
