import { useTranslations } from 'next-intl'
import { hasText } from '@/components/i18n/has-text'
import { richTags } from '@/components/i18n/rich-tags'
import type { AdminComment, Judgement, MissedComment } from '@/lib/comments/moderation/moderation'
import { describeDone, describeMissed } from './describe-judged'
import type { AdminActions } from './moderation-actions'

type Props = {
  verdict?: Judgement | undefined
  judgementIds: number[]
  undone: number
  missed: MissedComment[]
  told?: string | undefined
  fault?: string | undefined
  /** The post whose comments were closed or opened, if one of the listed comments belongs to it. */
  post?: AdminComment['post'] | undefined
  back: string
  actions: Pick<AdminActions, 'undo' | 'close'>
}

/** Shows the result of the last form after its redirect and offers to undo it. */
export function JudgedNotice({
  verdict,
  judgementIds,
  undone,
  missed,
  told = '',
  fault,
  post,
  back,
  actions,
}: Props) {
  const [t, done] = [useTranslations('moderation'), useTranslations('moderationClient')]
  const errors = useTranslations('moderation.errors')
  const notices = useTranslations('moderation.notices')
  if (fault) {
    return (
      <p role="alert" className="admin-notice">
        {errors(hasText(errors, fault) ? fault : 'other')}
      </p>
    )
  }
  const closing = told === (post?.closedBy === 'post' ? 'closed' : 'opened') ? post : undefined
  const lines = [
    undone > 0 && describeDone(done, 'undo', undone),
    !closing && hasText(notices, told) && notices(told),
    ...missed.map((comment) => describeMissed(done, comment)),
  ].filter(Boolean)
  if (judgementIds.length === 0 && lines.length === 0 && !closing) return null
  return (
    <div role="status" className="admin-notice">
      {verdict && judgementIds.length > 0 && (
        <form action={actions.undo}>
          <span>{describeDone(done, verdict, judgementIds.length)}</span>
          <input type="hidden" name="back" value={back} />
          {judgementIds.map((id) => (
            <input key={id} type="hidden" name="judgement" value={id} />
          ))}
          <button type="submit" className="admin-link">
            {done('undo')}
          </button>
        </form>
      )}
      {closing && (
        <form action={actions.close}>
          <span>
            {t.rich(told === 'closed' ? 'result.postClosed' : 'result.postOpened', {
              ...richTags,
              title: closing.title,
            })}{' '}
          </span>
          <input type="hidden" name="back" value={back} />
          <input type="hidden" name="slug" value={closing.slug} />
          <button
            type="submit"
            name="close"
            value={told === 'closed' ? 'no' : 'yes'}
            className="admin-link"
          >
            {done('undo')}
          </button>
        </form>
      )}
      {lines.map((line) => (
        <p key={String(line)}>{line}</p>
      ))}
    </div>
  )
}
