import type { LossReason } from './source-record'

/**
 * Parses a time of an export.
 * @param value ISO 8601, `YYYY-MM-DD HH:MM[:SS]` with or without a zone, or a number: seconds if it
 * is below 10^11 or has a fraction, otherwise milliseconds
 * @param timeZone IANA zone of a time without one
 * @returns undefined for a time that is missing, zero or invalid
 */
export function parseSourceTime(
  value: unknown,
  timeZone: string,
): { date: Date | undefined; losses: LossReason[] } {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
  if (/^\d+(?:\.\d+)?$/.test(text.trim())) return { date: dateOfNumber(text), losses: [] }
  const match = dateTimePattern.exec(text.trim())
  if (!match) return { date: undefined, losses: [] }
  const [, day = '', time = '00:00', fraction = '', zone] = match
  const seconds = time.length === 5 ? `${time}:00` : time
  const local = `${day}T${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}`
  const offset = !zone || /^(?:Z|UTC)$/i.test(zone) ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2')
  const date = validDate(new Date(local + offset))
  if (zone || !date) return { date, losses: [] }
  return { date: validDate(inZone(date, timeZone)), losses: ['time-zone-guessed'] }
}

function dateOfNumber(text: string): Date | undefined {
  const number = Number(text)
  return validDate(new Date(number < 1e11 || text.includes('.') ? number * 1_000 : number))
}

/** A date, a time, its fraction and its zone. */
const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i

/**
 * Returns undefined for an invalid time, for the zero times of databases, and for a year of more
 * than four digits, as microseconds result in: PostgreSQL does not read its ISO 8601 form.
 */
function validDate(date: Date): Date | undefined {
  const year = date.getUTCFullYear()
  return year >= 1900 && year <= 9_999 && date.getTime() !== 0 ? date : undefined
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the time at which clocks in a time zone showed the date and time of `utc`. */
function inZone(utc: Date, timeZone: string): Date {
  // Creating a formatter takes longer than using it. Swedish dates have the form of ISO 8601.
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  const offsetAt = (time: number) =>
    Date.parse(`${clock.format(time)}Z`) - Math.floor(time / 1_000) * 1_000
  const first = utc.getTime() - offsetAt(utc.getTime())
  return new Date(utc.getTime() - offsetAt(first))
}
