/**
 * Parses the page number of a list's URL. Accepts one spelling only, so that each page is cached
 * once.
 */
export function readPageNumber(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}
