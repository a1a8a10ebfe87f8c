import { dayMs } from '@/lib/text/day'

/**
 * Formats an instant as local time for `<input type="datetime-local">`: `2025-10-20T09:30`.
 * @param timeZone IANA name
 */
export function toLocalTime(instant: Date, timeZone: string): string {
  return clock(instant, timeZone).slice(0, 16)
}

/**
 * Returns the instant of a local time. If it occurs twice, the first occurrence is used. If it is
 * skipped, the result is later by the amount of the clock change.
 * @param local a value in the format of `toLocalTime`
 * @returns undefined for an invalid time
 */
export function fromLocalTime(local: string, timeZone: string): Date | undefined {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN
  // JavaScript converts 31 February to 3 March.
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 16) !== local) return undefined
  const offsetMs = (instant: number) =>
    Date.parse(`${clock(new Date(instant), timeZone)}Z`) - instant
  // The offsets a day before and a day after. The clock changes at most once in between.
  const offsets = [offsetMs(asUtc - dayMs), offsetMs(asUtc + dayMs)]
  const instants = offsets.map((offset) => asUtc - offset)
  const found = instants.find((instant) => toLocalTime(new Date(instant), timeZone) === local)
  return new Date(found ?? Math.max(...instants))
}

/** Formats as `2025-10-20T09:30:15`. The Swedish locale formats dates like ISO 8601. */
function clock(instant: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return format.format(Math.floor(instant.getTime() / 1_000) * 1_000).replace(' ', 'T')
}
