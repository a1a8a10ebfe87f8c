/** The door of the comments: shapes and limits, safe to import in a browser. */

/** A comment as the public sees it. A tombstone (deleted, with replies beneath) has an empty `content` and `author_name`. */
export type Comment = {
  id: number
  post_slug: string
  /** Markdown as its author wrote it, never HTML. */
  content: string
  author_name: string
  /** ISO 8601 in UTC, with milliseconds. */
  created_at: string
  replies: Comment[]
}

/** One page of a post's threads, oldest first. */
export type CommentPage = {
  comments: Comment[]
  /** Where the next page starts: opaque, null on the last one. */
  nextCursor: string | null
}

export const commentLimits = {
  /** Levels of a thread; a reply to the deepest is stored beside it. */
  depthMax: 6,
  /** Top-level comments in one answer. */
  threadsPerPageMax: 200,
  /** An answer ends at the first whole thread that reaches this many comments. */
  commentsPerPage: 2_000,
  repliesPerThreadMax: 1_000,
  /** Code points after NFC. */
  contentLengthMax: 5_000,
  authorNameLengthMax: 80,
} as const

/** What PostgreSQL's `integer` holds: no comment has an id beyond. */
export const commentIdMax = 2_147_483_647

/** The id that a part of an address names, in the one spelling that counts; undefined for what is the id of none. */
export function parseCommentId(text: string): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  return id > 0 && id <= commentIdMax ? id : undefined
}

/** Whether a comment is a tombstone: deleted, and kept for the replies beneath it. */
export function isTombstone(comment: Comment): boolean {
  return comment.content === '' && comment.author_name === ''
}

/** How many comments a list of threads holds, replies included, tombstones not. */
export function countComments(comments: Comment[]): number {
  return comments.reduce(
    (sum, comment) => sum + (isTombstone(comment) ? 0 : 1) + countComments(comment.replies),
    0,
  )
}
