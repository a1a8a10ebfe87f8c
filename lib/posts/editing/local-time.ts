import { dayMs } from '@/lib/text/day'

/**
 * An instant as a clock on the wall shows it, in the form that `<input type="datetime-local">` takes: `2025-10-20T09:30`.
 * @param timeZone IANA name
 */
export function toLocalTime(instant: Date, timeZone: string): string {
  return clock(instant, timeZone).slice(0, 16)
}

/**
 * The instant at which a clock on the wall shows this. Of an hour that comes twice it is the first, and a time that is
 * skipped is as much later as the clock is put forward.
 *
 * @param local as `toLocalTime` writes it
 * @returns undefined where it is no time
 */
export function fromLocalTime(local: string, timeZone: string): Date | undefined {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN
  // JavaScript takes 31 February for 3 March.
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 16) !== local) return undefined
  const offsetMs = (instant: number) =>
    Date.parse(`${clock(new Date(instant), timeZone)}Z`) - instant
  // What holds a day before and a day after: between them the clock is put forward or back once at most.
  const offsets = [offsetMs(asUtc - dayMs), offsetMs(asUtc + dayMs)]
  const instants = offsets.map((offset) => asUtc - offset)
  const found = instants.find((instant) => toLocalTime(new Date(instant), timeZone) === local)
  return new Date(found ?? Math.max(...instants))
}

/** `2025-10-20T09:30:15`. Swedish writes dates as ISO 8601 does. */
function clock(instant: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return format.format(Math.floor(instant.getTime() / 1_000) * 1_000).replace(' ', 'T')
}
