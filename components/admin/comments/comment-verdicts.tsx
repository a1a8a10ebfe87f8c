import { useTranslations } from 'next-intl'
import { richTags } from '@/components/i18n/rich-tags'
import {
  type AdminComment,
  encodeSeenComment,
  type Judgement,
} from '@/lib/comments/moderation/moderation'
import type { AdminActions } from './moderation-actions'

const approve = { verdict: 'published', text: 'approve', key: 'a' } as const
const spam = { verdict: 'spam', text: 'spam', key: 's' } as const
const remove = { verdict: 'deleted', text: 'delete', key: 'd' } as const
const hold = { verdict: 'pending', text: 'hold' } as const
const keep = { verdict: 'keep', text: 'keep' } as const

type Offer = {
  verdict: Judgement
  text: 'approve' | 'approveEdit' | 'keep' | 'publish' | 'notSpam' | 'hold' | 'spam' | 'delete'
  key?: string
}

/** The verdicts that are possible in the current state of a comment. */
function offersOf({ status, waitingContent, content }: AdminComment): Offer[] {
  if (content === '') return []
  if (status === 'published') {
    const edit: Offer[] = [{ ...approve, text: 'approveEdit' }, keep]
    return [...(waitingContent === null ? [] : edit), hold, spam, remove]
  }
  if (status === 'pending') return [approve, spam, remove]
  return status === 'spam'
    ? [{ ...approve, text: 'notSpam' }, hold, remove]
    : [{ ...approve, text: 'publish' }, spam]
}

type Props = { comment: AdminComment; back: string; actions: Pick<AdminActions, 'judge' | 'undo'> }

/** The verdicts of a comment and the undo button of the last one, as plain forms. */
export function CommentVerdicts({ comment, back, actions }: Props) {
  const { last, authorName } = comment
  const t = useTranslations('moderation.verdicts')
  const about = { ...richTags, name: authorName }
  return (
    <div className="admin-verdicts">
      <form action={actions.judge} data-admin="judge">
        <input type="hidden" name="back" value={back} />
        <input type="hidden" name="seen" value={encodeSeenComment(comment)} />
        {offersOf(comment).map(({ verdict, text, key }) => (
          <button
            key={verdict}
            type="submit"
            name="verdict"
            value={verdict}
            data-key={key}
            aria-keyshortcuts={key}
          >
            {t.rich(text, about)}
          </button>
        ))}
      </form>
      {last && (
        <form action={actions.undo} data-admin="undo">
          <input type="hidden" name="back" value={back} />
          <input type="hidden" name="judgement" value={last.id} />
          <button
            type="submit"
            title={t('last', {
              name: last.by ?? t('formerStaff'),
              time: last.at.toISOString().slice(0, 16).replace('T', ' '),
            })}
          >
            {t.rich('undo', about)}
          </button>
        </form>
      )}
    </div>
  )
}
