import type { Compared } from '@/lib/views/stats/span'

const number = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
})
const longDay = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const formatNumber = (views: number) => number.format(views)

export const formatDay = (day: string) => longDay.format(new Date(`${day}T00:00:00Z`))
export const formatMonth = (named: string) => month.format(new Date(`${named}-01T00:00:00Z`))

/** Formats the relative change, such as `+12%`. Empty if there is no earlier value or it is 0. */
export function formatChange({ views, before }: Compared): string | undefined {
  if (before === null || before === 0) return undefined
  return views === before ? '±0%' : percent.format((views - before) / before)
}
