import 'server-only'
import { type Comment, isTombstone } from '@/lib/comments/comment'
import { findComment } from './find-comment'

/**
 * A comment that can be replied to, on the post it is asked for; undefined where there is none.
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
