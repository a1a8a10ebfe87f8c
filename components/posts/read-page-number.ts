/** The number in the address of a page of a list. One spelling counts, so that a page is kept once. */
export function readPageNumber(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}
