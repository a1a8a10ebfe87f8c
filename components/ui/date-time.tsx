import { use } from 'react'
import { getBlog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'
import { dayFormat } from './day-format'

const toTheMinute: Intl.DateTimeFormatOptions = {
  ...{
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
  timeZoneName: 'short',
}

/** Formats a date in the blog’s language and time zone, because static pages are the same for all. */
export function DateTime({ value, withTime = false }: { value: Date; withTime?: boolean }) {
  const { language, timeZone } = use(getBlog())
  const format = dayFormat({ language, timeZone }, withTime ? toTheMinute : undefined)
  return (
    <time dateTime={value.toISOString()} lang={ownLanguage(language)}>
      {format.format(value)}
    </time>
  )
}
