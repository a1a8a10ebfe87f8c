export type DayFormat = { language: string; timeZone: string }

/**
 * Returns a date formatter with the Gregorian calendar, regardless of the default of the language.
 * The years in archive pages and their URLs are Gregorian, too.
 */
export const dayFormat = (
  { language, timeZone }: DayFormat,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'long' },
): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, { ...options, timeZone, calendar: 'gregory' })

/** A day as comments show it. `dateStyle: 'medium'` would have no name of the month in German. */
export const shortDay: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
}

/** The format of an exact time, with its zone. */
export const toTheMinute: Intl.DateTimeFormatOptions = {
  ...shortDay,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
}
