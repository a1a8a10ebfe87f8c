import { useTranslations } from 'next-intl'
import { type FormAction, HiddenFields } from '@/components/admin/admin-form'
import { Notice } from '@/components/admin/admin-notice'
import { richTags } from '@/components/i18n/rich-tags'
import type {
  Judgement,
  MissedComment,
  ModeratedThread,
} from '@/lib/comments/moderation/moderation'
import { hasText } from '@/lib/i18n/has-text'
import { threadTitle } from '@/lib/threads/thread-url'
import { describeMissed } from './describe-missed'

type Props = {
  verdict?: Judgement | 'undo' | undefined
  /** The number of comments whose verdict has changed. */
  judged: number
  missed: MissedComment[]
  told?: string
  fault?: string
  /** The post whose comments are listed. */
  thread?: ModeratedThread | undefined
  back: string
  close: FormAction
}

/** Shows the result of the last form after its redirect, with undo for closing comments. */
export function JudgedNotice(props: Props) {
  const { verdict, judged, missed, told = '', fault, thread, back, close } = props
  const t = useTranslations('moderation')
  const client = useTranslations('moderationClient')
  const errors = useTranslations('moderation.errors')
  const notices = useTranslations('moderation.notices')
  if (fault) return <Notice text={errors(hasText(errors, fault) ? fault : 'other')} fault={fault} />
  const isClosed = thread?.closedBy === 'post'
  const closing = told === (isClosed ? 'closed' : 'opened') ? thread : undefined
  const lines = [
    verdict && judged > 0 && client(`done.${verdict}`, { count: judged }),
    !closing && hasText(notices, told) && notices(told),
    ...missed.map((comment) => describeMissed(client, comment)),
  ].filter(Boolean)
  if (lines.length === 0 && !closing) return null
  return (
    <div role="status" className="admin-notice">
      {closing && (
        <form action={close}>
          <span>
            {t.rich(isClosed ? 'result.postClosed' : 'result.postOpened', {
              ...richTags,
              title: threadTitle(closing),
            })}{' '}
          </span>
          <HiddenFields of={{ back, slug: closing.slug, close: isClosed ? 'no' : 'yes' }} />
          <button type="submit" className="admin-link">
            {client('undo')}
          </button>
        </form>
      )}
      {lines.map((line) => (
        <p key={String(line)}>{line}</p>
      ))}
    </div>
  )
}
