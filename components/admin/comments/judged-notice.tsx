import { useTranslations } from 'next-intl'
import { HiddenFields } from '@/components/admin/admin-form'
import { Notice } from '@/components/admin/admin-notice'
import { hasText } from '@/components/i18n/has-text'
import { richTags } from '@/components/i18n/rich-tags'
import type { AdminComment, Judgement, MissedComment } from '@/lib/comments/moderation/moderation'
import { describeMissed } from './describe-missed'

type FormAction = (form: FormData) => Promise<void>
type Props = {
  verdict?: Judgement | undefined
  judgementIds: number[]
  undone: number
  missed: MissedComment[]
  told?: string
  fault?: string
  /** The post whose comments were closed or opened, if one of the listed comments belongs to it. */
  post?: AdminComment['post'] | undefined
  back: string
  actions: { undo: FormAction; close: FormAction }
}

/** Shows the result of the last form after its redirect and offers to undo it. */
export function JudgedNotice(props: Props) {
  const { verdict, judgementIds, undone, missed, told = '', fault, post, back, actions } = props
  const [t, client] = [useTranslations('moderation'), useTranslations('moderationClient')]
  const errors = useTranslations('moderation.errors')
  const notices = useTranslations('moderation.notices')
  if (fault) return <Notice text={errors(hasText(errors, fault) ? fault : 'other')} fault={fault} />
  const isClosed = post?.closedBy === 'post'
  const closing = told === (isClosed ? 'closed' : 'opened') ? post : undefined
  const lines = [
    undone > 0 && client('done.undo', { count: undone }),
    !closing && hasText(notices, told) && notices(told),
    ...missed.map((comment) => describeMissed(client, comment)),
  ].filter(Boolean)
  if (judgementIds.length === 0 && lines.length === 0 && !closing) return null
  return (
    <div role="status" className="admin-notice">
      {verdict && judgementIds.length > 0 && (
        <form action={actions.undo}>
          <span>{client(`done.${verdict}`, { count: judgementIds.length })}</span>
          <HiddenFields of={{ back }} />
          {judgementIds.map((id) => (
            <input key={id} type="hidden" name="judgement" value={id} />
          ))}
          <button type="submit" className="admin-link">
            {client('undo')}
          </button>
        </form>
      )}
      {closing && (
        <form action={actions.close}>
          <span>
            {t.rich(isClosed ? 'result.postClosed' : 'result.postOpened', {
              ...richTags,
              title: closing.title,
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
