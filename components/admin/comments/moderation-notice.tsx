import { useTranslations } from 'next-intl'
import { type FormAction, HiddenFields } from '@/components/admin/admin-form'
import { Notice } from '@/components/admin/admin-notice'
import { richTags } from '@/components/i18n/rich-tags'
import type { ModeratedThread } from '@/lib/comments/moderation/moderation'
import { hasText } from '@/lib/i18n/has-text'
import { threadTitle } from '@/lib/threads/thread-url'

type Props = {
  notice: string
  error: string
  /** The post whose comments are listed. */
  thread: ModeratedThread | undefined
  back: string
  close: FormAction
}

/** Shows the result of the last form after its redirect, with undo for closing comments. */
export function ModerationNotice({ notice, error, thread, back, close }: Props) {
  const t = useTranslations('moderation')
  const client = useTranslations('moderationClient')
  const errors = useTranslations('moderation.errors')
  const notices = useTranslations('moderation.notices')
  if (error) return <Notice text={errors(hasText(errors, error) ? error : 'other')} error={error} />
  const isClosed = thread?.closedBy === 'post'
  if (!thread || notice !== (isClosed ? 'closed' : 'opened'))
    return <Notice text={hasText(notices, notice) && notices(notice)} />
  return (
    <div role="status" className="admin-notice">
      <form action={close}>
        <span>
          {t.rich(isClosed ? 'result.postClosed' : 'result.postOpened', {
            ...richTags,
            title: threadTitle(thread),
          })}{' '}
        </span>
        <HiddenFields of={{ back, slug: thread.slug, close: isClosed ? 'no' : 'yes' }} />
        <button type="submit" className="admin-link">
          {client('undo')}
        </button>
      </form>
    </div>
  )
}
