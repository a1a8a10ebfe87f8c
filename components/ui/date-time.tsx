import { use } from 'react'
import { getBlog } from '@/lib/settings/get-blog'
import { markedLanguage, pageLanguage } from '@/lib/settings/page-language'
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

/**
 * Formats a date in the language of the page and the blog’s time zone, because static pages are the
 * same for all.
 */
export function DateTime({ value, withTime = false }: { value: Date; withTime?: boolean }) {
  const { timeZone } = use(getBlog())
  const language = use(pageLanguage())
  const format = dayFormat({ language, timeZone }, withTime ? toTheMinute : undefined)
  return (
    <time dateTime={value.toISOString()} lang={use(markedLanguage(language))}>
      {format.format(value)}
    </time>
  )
}
