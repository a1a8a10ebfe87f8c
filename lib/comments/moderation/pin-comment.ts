import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'

/**
 * Pins a comment above the others of its post, replacing an earlier one, or unpins it.
 * @returns the slug of the post
 * @throws AppError `unauthorized`, `invalid-parameters` unless it is a published top-level comment;
 * DatabaseUnavailable
 */
export async function pinComment(
  actor: Actor | undefined,
  id: number,
  isPinned: boolean,
): Promise<string> {
  requireRole(actor, 'moderator')
  const [post] = await query(
    (client) => client.$queryRaw<{ slug: string }[]>`
      UPDATE posts SET pinned_comment_id = CASE WHEN ${isPinned} THEN comments.id END
        FROM comments
       WHERE comments.id = ${id} AND posts.id = comments.post_id AND comments.parent_id IS NULL
         AND CASE WHEN ${isPinned} THEN comments.status = 'published'
           ELSE posts.pinned_comment_id = comments.id END
      RETURNING slug`,
  )
  if (!post) throw new AppError('invalid-parameters', errorText('pinned'))
  return post.slug
}
