/** Shows a time in the time zone of the blog, in which the owner schedules posts. */
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
