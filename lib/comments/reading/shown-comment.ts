import type { Comment } from '@/lib/comments/comment'

/** A comment on a page, with as many of its replies as the page holds. */
export type ShownComment = Omit<Comment, 'replies'> & {
  replies: ShownComment[]
  /** True if the author edited it after publication. */
  isEdited: boolean
  /** True if the author confirmed the e-mail address given with it. */
  isVerified: boolean
  /** Role of the staff member who edited it; null if only the author did. */
  editedBy: 'owner' | 'moderator' | null
  /** Staff role of the author, shown beside the name. */
  staffRole: 'owner' | 'moderator' | null
  /** True if it is pinned above the other comments of its post. */
  isPinned: boolean
  /** The comment it replies to, if that is not its parent: at the deepest level it is a sibling. */
  answered: { id: number; authorName: string } | null
  /** Number of public comments beneath it that the page leaves out. */
  repliesLeft: number
}

export type ThreadOrder = 'oldest' | 'newest'

/** Threads of a post, or replies to one comment, on one page. */
export type ShownThreads = {
  threads: ShownComment[]
  /** Id of the last thread shown if there is a next page, which starts after it. */
  lastId: number | null
}

/** A comment with its ancestors and replies. */
export type CommentInContext = ShownThreads & {
  /** Its `replies` are empty; `threads` holds them. */
  comment: ShownComment
  /** Ancestors from the top of the thread to the parent. */
  ancestors: ShownComment[]
}

/** Limits of one page. The bytes are an estimate of the HTML size (see list-threads.ts). */
export const pageLimits = {
  threads: 25,
  /** A page ends after the thread that reaches this size. */
  bytes: 100_000,
  repliesPerThread: 20,
  bytesPerThread: 60_000,
  /** Direct replies to one comment. */
  repliesPerComment: 10,
} as const

/** Counts the public comments in these threads, shown or not, without tombstones. */
export function countShown(comments: ShownComment[]): number {
  return comments.reduce(
    (sum, { author_name, replies, repliesLeft }) =>
      sum + (author_name === '' ? 0 : 1) + countShown(replies) + repliesLeft,
    0,
  )
}
