/**
 * The maximum of counts in the admin area; larger counts show “999+”. Safe to import in a browser.
 */
export const countMax = 999

/** Formats a count that is limited to `countMax + 1`. */
export function countWord(count: number): string {
  return count > countMax ? `${countMax}+` : String(count)
}
