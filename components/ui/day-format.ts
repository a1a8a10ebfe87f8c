export type DayFormat = { language: string; timeZone: string }

/**
 * Cached formatters: creating one costs more than a hundred uses. The cache is bounded by the
 * languages and time zones that the owner has set.
 */
const made = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns a date formatter with the Gregorian calendar, whatever the default of the language. The
 * years in archive pages and their URLs are Gregorian, too.
 */
export function dayFormat(
  { language, timeZone }: DayFormat,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'long' },
): Intl.DateTimeFormat {
  const key = JSON.stringify([language, timeZone, options])
  const format =
    made.get(key) ??
    new Intl.DateTimeFormat(language, { ...options, timeZone, calendar: 'gregory' })
  made.set(key, format)
  return format
}
