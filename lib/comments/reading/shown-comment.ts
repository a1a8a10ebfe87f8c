import type { Comment } from '@/lib/comments/comment'

/** A comment on a reading page, with as many of its replies as the page holds. */
export type ShownComment = Omit<Comment, 'replies'> & {
  replies: ShownComment[]
  /** Whether its author changed it after it was published. */
  isEdited: boolean
  /** Whether its author confirmed the e-mail address given with it. */
  isVerified: boolean
  /** Who of the staff changed it, where it was not its author. */
  editedBy: 'owner' | 'moderator' | null
  /** What its author is among the staff: said beside the name. */
  staffRole: 'owner' | 'moderator' | null
  /** Whether it stands above the others of its post. */
  isPinned: boolean
  /** The comment that it answers, if that is not its parent: at the deepest level it is a sibling. */
  answered: { id: number; authorName: string } | null
  /** Public comments beneath this one that are left out with the rest of its direct replies. */
  repliesLeft: number
}

export type ThreadOrder = 'oldest' | 'newest'

/** Threads of a post, or of the replies to one comment, as one page shows them. */
export type ShownThreads = {
  threads: ShownComment[]
  /** The last one shown, where others follow it: the next page begins after it. */
  lastId: number | null
}

/** One comment with what stands around it. */
export type CommentInContext = ShownThreads & {
  /** Its `replies` are empty: `threads` holds them. */
  comment: ShownComment
  /** From the top of the thread down to the one it replies to. */
  ancestors: ShownComment[]
}

/**
 * What one reading page holds, whatever the shape of the threads. The bytes are an estimate of what the HTML comes to
 * (see cut-threads.ts): 5,000 characters weigh more than a short answer.
 */
export const pageLimits = {
  threads: 25,
  /** A page ends with the thread that reaches this. */
  bytes: 100_000,
  repliesPerThread: 20,
  bytesPerThread: 60_000,
  /** Of direct replies to one comment. */
  repliesPerComment: 10,
} as const

/** How many public comments stand for this one and beneath it, shown or not; a tombstone itself is none. */
export function countShown(comments: ShownComment[]): number {
  return comments.reduce(
    (sum, { author_name, replies, repliesLeft }) =>
      sum + (author_name === '' ? 0 : 1) + countShown(replies) + repliesLeft,
    0,
  )
}
