import { use } from 'react'
import { getBlog } from '@/lib/settings/get-blog'
import { markedLanguage, pageLanguage } from '@/lib/settings/page-language'
import { dayFormat, toTheMinute } from './day-format'

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
