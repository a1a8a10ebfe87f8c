import { type DayFormat, dayFormat } from '@/components/ui/day-format'

/** Formats a month in the blog's language, with its year by default. */
export function nameOfMonth(
  blog: DayFormat,
  year: number,
  month: number,
  options: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long' },
): string {
  // The middle of a month falls in that month in every time zone.
  return dayFormat(blog, options).format(Date.UTC(year, month - 1, 15))
}
