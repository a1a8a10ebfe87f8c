/** The page is static and read everywhere: an exact date in UTC, the same for everybody. */
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const minute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC', hourCycle: 'h23' })

export function DateTime({ value, withTime = false }: { value: Date; withTime?: boolean }) {
  return <time dateTime={value.toISOString()}>{withTime ? `${minute.format(value)} UTC` : day.format(value)}</time>
}
