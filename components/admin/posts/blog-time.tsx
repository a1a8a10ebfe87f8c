/** A moment by the clock of the blog's time zone, which is named beside it: what the owner schedules by. */
export function BlogTime({ value, timeZone }: { value: Date; timeZone: string }) {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  return (
    <time dateTime={value.toISOString()} title={timeZone}>
      {format.format(value)}
    </time>
  )
}
