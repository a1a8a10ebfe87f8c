const number = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })
const longDay = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const formatNumber = (views: number) => number.format(views)

export const formatDay = (day: string) => longDay.format(new Date(`${day}T00:00:00Z`))
export const formatShortDay = (day: string) => shortDay.format(new Date(`${day}T00:00:00Z`))
export const formatMonth = (named: string) => month.format(new Date(`${named}-01T00:00:00Z`))

/** Describes the relative change of a number, such as `12%` more. Unknown if it was 0 before. */
export function describeChange(views: number, before: number) {
  if (before === 0) return { change: 'none', percent: '' }
  const share = Math.abs(views - before) / before
  if (Math.round(share * 100) === 0) return { change: 'same', percent: '' }
  return { change: views > before ? 'more' : 'fewer', percent: percent.format(share) }
}
