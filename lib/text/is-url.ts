/**
 * Returns whether a text is a valid URL, or one relative to a base. In Node 20, `URL.canParse`
 * rejects texts with Latin-1 letters (`https://bücher.example`) after it has been called often.
 */
export function isUrl(text: string, base?: string | URL): boolean {
  try {
    return Boolean(new URL(text, base))
  } catch {
    return false
  }
}
