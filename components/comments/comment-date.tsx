import { use } from 'react'
import { dayFormat, toTheMinute } from '@/components/ui/day-format'
import { getBlog } from '@/lib/settings/get-blog'
import { contentLanguage, markedLanguage } from '@/lib/settings/page-language'

/**
 * The date of a comment, which a script replaces by its age. Its title is the exact time, which CSS
 * also shows while the link is focused and after it was followed.
 */
export function CommentDate({ value }: { value: Date }) {
  const { timeZone } = use(getBlog())
  const language = use(contentLanguage())
  const format = (options: Intl.DateTimeFormatOptions) =>
    dayFormat({ language, timeZone }, options).format(value)
  return (
    <time
      dateTime={value.toISOString()}
      lang={use(markedLanguage(language))}
      title={format(toTheMinute)}
    >
      {format({ dateStyle: 'medium' })}
    </time>
  )
}
