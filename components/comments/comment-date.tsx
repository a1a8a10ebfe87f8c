import { use } from 'react'
import { dayFormat } from '@/components/ui/day-format'
import { getBlog } from '@/lib/settings/get-blog'
import { contentLanguage, markedLanguage } from '@/lib/settings/page-language'

/**
 * The date of a comment, which a script replaces with its age, and the exact time, which CSS shows
 * while the link is focused and after it was followed.
 */
export function CommentDate({ value }: { value: Date }) {
  const { timeZone } = use(getBlog())
  const language = use(contentLanguage())
  const format = (options: Intl.DateTimeFormatOptions) =>
    dayFormat({ language, timeZone }, options).format(value)
  const exact = format({ dateStyle: 'medium', timeStyle: 'short' })
  return (
    <span lang={use(markedLanguage(language))}>
      <time dateTime={value.toISOString()} title={exact}>
        {format({ dateStyle: 'medium' })}
      </time>
      <span className="comment-exact"> · {exact}</span>
    </span>
  )
}
