import { type DayFormat, dayFormat } from '@/components/ui/day-format'

/** A month as the blog calls it, with its year where nothing else is asked for. */
export function nameOfMonth(
  blog: DayFormat,
  year: number,
  month: number,
  options: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long' },
): string {
  // The middle of a month is in it wherever the blog is.
  return dayFormat(blog, options).format(Date.UTC(year, month - 1, 15))
}
