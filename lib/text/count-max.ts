/** The admin area counts no further than this: beyond it a number says “999+”. Safe to import in a browser. */
export const countMax = 999

/** What is counted up to `countMax`, as it is shown. */
export function countWord(count: number): string {
  return count > countMax ? `${countMax}+` : String(count)
}
