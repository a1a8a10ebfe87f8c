import { dayOf } from '@/lib/text/day'
import type { Span } from './span'

/** First and last day of a span, both within it, as `2025-10-20`, and its length; all days have no first. */
export type DaysOfSpan = { first: string | null; last: string; length: number | null }

/** The day it is in a time zone. */
export function dayIn(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at)
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** A day before or after another. Days of a calendar have no hours, so that no clock change makes one longer. */
export function dayFrom(day: string, offset: number): string {
  return dayOf(new Date(`${day}T00:00:00Z`), offset)
}

/** The days of a span that ends today, in the time zone by whose days views are counted. */
export function daysOfSpan(span: Span, timeZone: string, at: Date): DaysOfSpan {
  const last = dayIn(timeZone, at)
  if (span === 'all') return { first: null, last, length: null }
  const length = Number(span)
  return { first: dayFrom(last, 1 - length), last, length }
}
