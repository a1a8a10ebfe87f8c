const dayMs = 86_400_000

/** Midnight of a moment's calendar day where the reader is, as if it were UTC: differences are whole days. */
const dayOf = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate())

/**
 * Returns how long ago a comment was written: minutes or hours today, calendar days by the reader's clock within a week, and
 * its date if it is older.
 * @param language BCP 47
 */
export function commentAge(written: Date, now: Date, language: string): string {
  const days = (dayOf(now) - dayOf(written)) / dayMs
  if (days > 6) {
    return new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: 'numeric', calendar: 'gregory' }).format(written)
  }
  const age = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const minutes = Math.max(0, Math.floor((now.getTime() - written.getTime()) / 60_000))
  if (minutes === 0) return age.format(0, 'second')
  if (minutes < 60) return age.format(-minutes, 'minute')
  return days < 1 ? age.format(-Math.floor(minutes / 60), 'hour') : age.format(-days, 'day')
}
