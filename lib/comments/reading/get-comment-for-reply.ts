import 'server-only'
import { type Comment, isTombstone } from '@/lib/comments/comment'
import { findComment } from './find-comment'

/**
 * Returns a comment on the given post that accepts replies, or undefined.
 * @throws DatabaseUnavailable
 */
export async function getCommentForReply(
  slug: string,
  id: number,
): Promise<{ comment: Comment; postTitle: string } | undefined> {
  const found = await findComment(id)
  return found && found.comment.post_slug === slug && !isTombstone(found.comment)
    ? found
    : undefined
}
