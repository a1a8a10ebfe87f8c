const hour = 3_600
const day = 24 * hour

/** Seconds for which a preview is fresh at least. */
export const freshSecondsMin = hour

/**
 * Returns how long a page's preview stays fresh, in seconds. Follows its `Cache-Control` for shared
 * caches (RFC 9111, 5.2.2), limited to between 1 hour and 7 days; 24 hours by default.
 */
export function freshSecondsOf(cacheControl: string): number {
  if (/(?:^|[\s,])no-(?:store|cache)\b/i.test(cacheControl)) return freshSecondsMin
  const age = (pattern: RegExp) => pattern.exec(cacheControl)?.[1]
  const seconds =
    age(/(?:^|[\s,])s-maxage\s*=\s*"?(\d{1,10})/i) ?? age(/(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/i)
  return Math.min(Math.max(Number(seconds ?? day), freshSecondsMin), 7 * day)
}

/** Returns for how many seconds a failure is cached: 10 minutes, doubled each time, to a day. */
export function failureSecondsOf(failuresInARow: number): number {
  return Math.min(600 * 2 ** (failuresInARow - 1), day)
}
