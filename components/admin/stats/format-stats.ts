import type { useFormatter } from 'next-intl'

type Format = ReturnType<typeof useFormatter>

const calendar = { calendar: 'gregory', timeZone: 'UTC' } as const

const styles = {
  long: { dateStyle: 'long' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
} as const

/** Formats a day such as `2026-01-31`, or a month such as `2026-01`. */
export const formatDay = (format: Format, day: string, style: keyof typeof styles = 'long') =>
  format.dateTime(new Date(day), { ...styles[style], ...calendar })

/** Describes the relative change of a number, such as `12%` more. Unknown if it was 0 before. */
export function describeChange(format: Format, views: number, before: number) {
  if (before === 0) return { change: 'none', percent: '' }
  const share = Math.abs(views - before) / before
  if (Math.round(share * 100) === 0) return { change: 'same', percent: '' }
  return {
    change: views > before ? 'more' : 'fewer',
    percent: format.number(share, { style: 'percent', maximumFractionDigits: 0 }),
  }
}
