import type {
  CommentStatus,
  Judged,
  Judgement,
  MissedComment,
} from '@/lib/comments/moderation/moderation'

const did: Record<Judgement, string> = {
  published: 'Approved',
  spam: 'Marked as spam',
  deleted: 'Deleted',
  pending: 'Held',
  keep: 'Kept as it was',
}

const became: Record<CommentStatus, string> = {
  published: 'approved it',
  spam: 'marked it as spam',
  deleted: 'deleted it',
  pending: 'held it',
}
const is: Record<CommentStatus, string> = {
  published: 'it is published',
  spam: 'it is spam',
  deleted: 'it is deleted',
  pending: 'it is held',
}

const comments = (count: number) => (count === 1 ? 'one comment' : `${count} comments`)

/** Describes a completed action. */
export function describeDone(verdict: Judgement | 'undo', count: number): string {
  return `${verdict === 'undo' ? 'Undone' : did[verdict]}: ${comments(count)}.`
}

/** Describes the state of a comment that another moderator handled first. */
export function describeMissed({ now, by, at }: MissedComment): string {
  if (now === 'gone') return 'This comment no longer exists.'
  if (by !== null)
    return (
      `${by} was first and ${became[now]}${at === null ? '' : ` at ${at.slice(11, 16)} UTC`}. ` +
      'Nothing was changed.'
    )
  return `The comment has been changed since you read it: ${is[now]} now. Nothing was judged.`
}

export function isMissed(judged: Judged): judged is MissedComment {
  return !judged.done
}
