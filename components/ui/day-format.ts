export type DayFormat = { language: string; timeZone: string }

/**
 * Returns a date formatter with the Gregorian calendar, whatever the default of the language. The
 * years in archive pages and their URLs are Gregorian, too.
 */
export const dayFormat = (
  { language, timeZone }: DayFormat,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'long' },
): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, { ...options, timeZone, calendar: 'gregory' })
