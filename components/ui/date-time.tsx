import type { Blog } from '@/lib/settings/get-blog'

type Props = {
  value: Date
  withTime?: boolean
  /** Whose language and days it is told in; without, English and UTC. */
  blog?: Pick<Blog, 'language' | 'timeZone'>
}

const utc = { language: 'en', timeZone: 'UTC' }
/** To make one takes as long as to use it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf({ language, timeZone }: Pick<Blog, 'language' | 'timeZone'>, withTime: boolean): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${withTime}`
  const made = formats.get(key)
  if (made) return made
  const format = new Intl.DateTimeFormat(
    language,
    withTime ? { dateStyle: 'medium', timeStyle: 'short', timeZone, hourCycle: 'h23' } : { dateStyle: 'long', timeZone },
  )
  formats.set(key, format)
  return format
}

/** The page is static and read everywhere: an exact date, the same for everybody. */
export function DateTime({ value, withTime = false, blog = utc }: Props) {
  const text = formatOf(blog, withTime).format(value)
  return <time dateTime={value.toISOString()}>{withTime && blog.timeZone === 'UTC' ? `${text} UTC` : text}</time>
}
