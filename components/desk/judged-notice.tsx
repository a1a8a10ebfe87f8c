import type { Judgement, MissedComment } from '@/lib/comments/moderation/moderation'
import { describeDone, describeMissed } from './describe-judged'
import type { DeskActions } from './desk-actions'

const told = new Map(
  Object.entries({
    pinned: 'The comment stands on top of its post.',
    unpinned: 'The comment stands among the others again.',
    closed: 'The post takes no more comments.',
    opened: 'The post takes comments again.',
    blocked: 'The author is blocked.',
    'closing-day': 'The post keeps to these days.',
  }),
)

const faults = new Map(
  Object.entries({
    'thread-full': 'A thread takes 1,000 replies: nothing was changed.',
    'database-away': 'The database cannot be reached just now. Try again in a moment.',
    seen: 'No comment was chosen.',
    days: 'Days are a whole number, 1 or more.',
  }),
)

type Props = {
  verdict?: Judgement | undefined
  judgementIds: number[]
  undone: number
  missed: MissedComment[]
  told?: string | undefined
  fault?: string | undefined
  back: string
  undo: DeskActions['undo']
}

/** What the last form did, said on the page it led back to. */
export function JudgedNotice({ verdict, judgementIds, undone, missed, told: word, fault, back, undo }: Props) {
  if (fault) {
    return (
      <p role="alert" className="desk-notice">
        {faults.get(fault) ?? 'That could not be done: look at the comment as it is now.'}
      </p>
    )
  }
  const lines = [undone > 0 && describeDone('undo', undone), told.get(word ?? ''), ...missed.map(describeMissed)].filter(Boolean)
  if (judgementIds.length === 0 && lines.length === 0) return null
  return (
    <div role="status" className="desk-notice">
      {verdict && judgementIds.length > 0 && (
        <form action={undo}>
          <span>{describeDone(verdict, judgementIds.length)}</span>
          <input type="hidden" name="back" value={back} />
          {judgementIds.map((id) => (
            <input key={id} type="hidden" name="judgement" value={id} />
          ))}
          <button type="submit" className="desk-link">
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
