import type { useFormatter } from 'next-intl'

type Format = ReturnType<typeof useFormatter>

const calendar = { calendar: 'gregory', timeZone: 'UTC' } as const

export const formatDay = (format: Format, day: string) =>
  format.dateTime(new Date(`${day}T00:00:00Z`), { dateStyle: 'long', ...calendar })

export const formatShortDay = (format: Format, day: string) =>
  format.dateTime(new Date(`${day}T00:00:00Z`), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...calendar,
  })

export const formatMonth = (format: Format, month: string) =>
  format.dateTime(new Date(`${month}-01T00:00:00Z`), {
    month: 'long',
    year: 'numeric',
    ...calendar,
  })

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
