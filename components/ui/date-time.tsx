import { use } from 'react'
import { getBlog } from '@/lib/settings/get-blog'

type Formats = { day: Intl.DateTimeFormat; minute: Intl.DateTimeFormat }

/** Making one costs more than using it a hundred times. There are as many as the owner has had languages and zones. */
const made = new Map<string, Formats>()

function formatsOf(language: string, timeZone: string): Formats {
  const key = `${language} ${timeZone}`
  const formats = made.get(key) ?? {
    day: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }),
    minute: new Intl.DateTimeFormat(language, {
      ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      ...{ timeZone, timeZoneName: 'short' },
    }),
  }
  made.set(key, formats)
  return formats
}

/** The page is static and read everywhere: an exact date in the blog's language and time zone, the same for everybody. */
export function DateTime({ value, withTime = false }: { value: Date; withTime?: boolean }) {
  const { language, timeZone } = use(getBlog())
  const { day, minute } = formatsOf(language, timeZone)
  return <time dateTime={value.toISOString()}>{(withTime ? minute : day).format(value)}</time>
}
