import type { Compared, Span } from '@/lib/views/stats/span'

const number = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
})
const longDay = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const spanNames: Record<Span, string> = {
  7: '7 days',
  30: '30 days',
  90: '90 days',
  365: '365 days',
  all: 'All',
}

export const inFigures = (views: number) => number.format(views)

export const viewsInWords = (views: number) =>
  `${number.format(views)} ${views === 1 ? 'view' : 'views'}`

/** Formats a day or month given as `2025-10-20` or `2025-10`. */
export const dayInWords = (day: string) => longDay.format(new Date(`${day}T00:00:00Z`))
export const monthInWords = (named: string) => month.format(new Date(`${named}-01T00:00:00Z`))

/** Formats the relative change, such as `+12%`. Empty if there is no earlier value or it is 0. */
export function changeInWords({ views, before }: Compared): string | undefined {
  if (before === null || before === 0) return undefined
  return views === before ? '±0%' : percent.format((views - before) / before)
}

/** The reasons for not counting a view, as shown to the owner. */
export const reasonNames: Record<string, string> = {
  'already-counted': 'The reader was counted within 24 hours',
  bot: 'Self-declared bot',
  'no-user-agent': 'No word of what it is',
  prefetch: 'Fetched ahead by a browser, not looked at',
  navigation: 'Not sent by the page',
  staff: 'You, or a moderator',
  'unknown-post': 'No such post, or not public',
  suspect: 'Suspect, and dropped by you',
  flood: 'Beyond what is kept of one network',
  'cross-site': 'Sent from another site, and refused',
  'too-many': 'Over a client’s limit of a minute, and refused',
}

export const deviceNames: Record<string, string> = {
  desktop: 'Computer',
  tablet: 'Tablet',
  phone: 'Phone',
}
