/** A day as UTC has them: no clock change makes one longer. */
export const dayMs = 86_400_000

/** The UTC day of a time, or one before or after it, as `2025-10-20`. */
export function dayOf(at: Date, offset = 0): string {
  return new Date(at.getTime() + offset * dayMs).toISOString().slice(0, 10)
}
