import { type AdminComment, type Judgement, writeSeen } from '@/lib/comments/moderation/moderation'
import type { AdminActions } from './moderation-actions'

const approve = { verdict: 'published', text: 'Approve', key: 'a' } as const
const spam = { verdict: 'spam', text: 'Spam', key: 's' } as const
const remove = { verdict: 'deleted', text: 'Delete', key: 'd' } as const
const hold = { verdict: 'pending', text: 'Hold' } as const

type Offer = { verdict: Judgement; text: string; key?: string }

/** The verdicts that are possible in the current state of a comment. */
function offersOf({ status, waitingContent, content }: AdminComment): Offer[] {
  if (content === '') return []
  if (status === 'published') {
    const edit: Offer[] = [
      { ...approve, text: 'Approve the edit' },
      { verdict: 'keep', text: 'Keep the earlier text' },
    ]
    return [...(waitingContent === null ? [] : edit), hold, spam, remove]
  }
  if (status === 'pending') return [approve, spam, remove]
  return status === 'spam'
    ? [{ ...approve, text: 'Not spam' }, hold, remove]
    : [{ ...approve, text: 'Publish' }, spam]
}

type Props = { comment: AdminComment; back: string; actions: Pick<AdminActions, 'judge' | 'undo'> }

/** The verdicts of a comment and the undo button of the last one, as plain forms. */
export function CommentVerdicts({ comment, back, actions }: Props) {
  const { last, authorName } = comment
  return (
    <div className="admin-verdicts">
      <form action={actions.judge} data-admin="judge">
        <input type="hidden" name="back" value={back} />
        <input type="hidden" name="seen" value={writeSeen(comment)} />
        {offersOf(comment).map(({ verdict, text, key }) => (
          <button
            key={verdict}
            type="submit"
            name="verdict"
            value={verdict}
            data-key={key}
            aria-keyshortcuts={key}
          >
            {text}
            <span className="sr-only"> the comment by {authorName}</span>
          </button>
        ))}
      </form>
      {last && (
        <form action={actions.undo} data-admin="undo">
          <input type="hidden" name="back" value={back} />
          <input type="hidden" name="judgement" value={last.id} />
          <button
            type="submit"
            title={
              `By ${last.by ?? 'a former staff member'}, ` +
              `${last.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
            }
          >
            Undo<span className="sr-only"> the last verdict on the comment by {authorName}</span>
          </button>
        </form>
      )}
    </div>
  )
}
