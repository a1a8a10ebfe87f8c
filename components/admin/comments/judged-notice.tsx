import type { AdminComment, Judgement, MissedComment } from '@/lib/comments/moderation/moderation'
import { describeDone, describeMissed } from './describe-judged'
import type { AdminActions } from './moderation-actions'

const told = new Map(
  Object.entries({
    pinned: 'The comment is pinned to the top of its post.',
    unpinned: 'The comment is no longer pinned.',
    closed: 'Comments are closed.',
    opened: 'Comments are open.',
    blocked: 'The author is blocked.',
    'closing-day': 'The closing day of the post has been saved.',
  }),
)

const faults = new Map(
  Object.entries({
    'thread-full': 'The thread already has 1,000 replies. Nothing was changed.',
    'database-unavailable': 'The database cannot be reached just now. Try again in a moment.',
    seen: 'No comment was selected.',
    days: 'Enter a whole number of days, 1 or more.',
  }),
)

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
  told: word = '',
  fault,
  post,
  back,
  actions,
}: Props) {
  if (fault) {
    return (
      <p role="alert" className="admin-notice">
        {faults.get(fault) ?? 'That could not be done: look at the comment as it is now.'}
      </p>
    )
  }
  const closing = word === (post?.closedBy === 'post' ? 'closed' : 'opened') ? post : undefined
  const lines = [
    undone > 0 && describeDone('undo', undone),
    !closing && told.get(word),
    ...missed.map(describeMissed),
  ].filter(Boolean)
  if (judgementIds.length === 0 && lines.length === 0 && !closing) return null
  return (
    <div role="status" className="admin-notice">
      {verdict && judgementIds.length > 0 && (
        <form action={actions.undo}>
          <span>{describeDone(verdict, judgementIds.length)}</span>
          <input type="hidden" name="back" value={back} />
          {judgementIds.map((id) => (
            <input key={id} type="hidden" name="judgement" value={id} />
          ))}
          <button type="submit" className="admin-link">
            Undo
          </button>
        </form>
      )}
      {closing && (
        <form action={actions.close}>
          <span>
            Comments on “<bdi>{closing.title}</bdi>” are {word === 'closed' ? 'closed' : 'open'}.{' '}
          </span>
          <input type="hidden" name="back" value={back} />
          <input type="hidden" name="slug" value={closing.slug} />
          <button
            type="submit"
            name="close"
            value={word === 'closed' ? 'no' : 'yes'}
            className="admin-link"
          >
            Undo
          </button>
        </form>
      )}
      {lines.map((line) => (
        <p key={String(line)}>{line}</p>
      ))}
    </div>
  )
}
