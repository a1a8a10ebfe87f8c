/** The length of a UTC day in milliseconds. UTC has no clock changes. */
export const dayMs = 86_400_000

/** Returns the UTC day of a time, plus `offset` days, as `2025-10-20`. */
export function dayOf(at: Date, offset = 0): string {
  return new Date(at.getTime() + offset * dayMs).toISOString().slice(0, 10)
}
