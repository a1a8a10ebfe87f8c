const hour = 3_600
const day = 24 * hour

/** Seconds for which a preview is fresh at least. */
export const freshSecondsMin = hour

const freshSeconds = { default: day, min: freshSecondsMin, max: 7 * day } as const
const failureSeconds = { first: 600, max: day } as const

/**
 * Seconds for which what was read of a page answers without another look: what its `Cache-Control` says to shared
 * caches (RFC 9111, 5.2.2), within 1 hour and 7 days; 24 hours where it says nothing.
 */
export function freshSecondsOf(cacheControl: string): number {
  const { default: unsaid, min, max } = freshSeconds
  if (/(?:^|[\s,])no-(?:store|cache)\b/i.test(cacheControl)) return min
  const age = (pattern: RegExp) => pattern.exec(cacheControl)?.[1]
  const seconds =
    age(/(?:^|[\s,])s-maxage\s*=\s*"?(\d{1,10})/i) ?? age(/(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/i)
  return seconds === undefined ? unsaid : Math.min(Math.max(Number(seconds), min), max)
}

/** Seconds for which a failure is remembered: 10 minutes, doubled with each in a row, a day at most. */
export function failureSecondsOf(failuresInARow: number): number {
  return Math.min(failureSeconds.first * 2 ** (failuresInARow - 1), failureSeconds.max)
}
