/** How days are written: by the blog's language and time zone. */
export type DayFormat = { language: string; timeZone: string }

/** Making one costs more than using it a hundred times. There are as many as the owner has had languages and zones. */
const made = new Map<string, Intl.DateTimeFormat>()

/**
 * Writes days as the blog does, by one calendar on every page, whichever its language goes by elsewhere: the years of the
 * archive are counted by it, and stand in its addresses.
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
