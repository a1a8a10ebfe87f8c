import { type Comment, isTombstone } from '@/lib/comments/comment'

/** Counts the comments in a list of threads, including replies but not tombstones. */
export function countComments(comments: Comment[]): number {
  return comments.reduce(
    (sum, comment) => sum + (isTombstone(comment) ? 0 : 1) + countComments(comment.replies),
    0,
  )
}
