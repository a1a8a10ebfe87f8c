import { useLocale, useTranslations } from 'next-intl'
import { dayFormat, toTheMinute } from '@/components/ui/day-format'
import type { PostState } from '@/lib/posts/editing/get-post-state'

/** The state of a post, with the time of a scheduled publication or update. */
export function PostStateText({ current, timeZone }: { current: PostState; timeZone: string }) {
  const t = useTranslations('postFormClient.bar.states')
  const format = dayFormat({ language: useLocale(), timeZone }, toTheMinute)
  const time = current.updateAt ?? current.publishAt
  return (
    <>
      {t(labelOf(current))}
      {time !== null && <time dateTime={time}>{format.format(new Date(time))}</time>}
    </>
  )
}

function labelOf({ status, updateAt, changed }: PostState) {
  if (status === 'deleted') return status
  if (updateAt) return 'update'
  if (changed) return 'changed'
  return status === 'new' ? 'draft' : status
}
