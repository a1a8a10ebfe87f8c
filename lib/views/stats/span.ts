import { dayOf } from '@/lib/text/day'

/** The number of days up to and including today, or all days. */
export const spans = ['1', '7', '30', '90', '365', 'all'] as const

export type Span = (typeof spans)[number]

/** Views of a span and of the same number of days before it. `before` is `null` for all days. */
export type Compared = { views: number; before: number | null }

/** Views of a referrer, device or refusal reason. */
export type NamedViews = Compared & { name: string }

/** Views of an existing post. */
export type PostViews = Compared & { slug: string; title: string }

/**
 * First and last day of a span, inclusive, such as `2025-10-20`, and its length in days. `first` is
 * null for all days.
 */
export type DaysOfSpan = { first: string | null; last: string; length: number | null }

/** Returns the date in a time zone. Swedish writes dates as ISO 8601 does. */
export const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('sv', { timeZone }).format(at)

/** Returns the days of a span that ends today in the given time zone. */
export function daysOfSpan(span: Span, timeZone: string, at: Date): DaysOfSpan {
  const last = dayIn(timeZone, at)
  if (span === 'all') return { first: null, last, length: null }
  const length = Number(span)
  // Calculates in UTC, where clock changes do not occur.
  return { first: dayOf(new Date(last), 1 - length), last, length }
}
