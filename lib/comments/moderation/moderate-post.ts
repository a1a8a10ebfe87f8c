import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { AppError, NotFound } from '@/lib/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { errorText } from '@/lib/i18n/error-text'

/**
 * Closes or opens the comments of a post. Its number of days or the settings may still close them.
 * @throws NotFound; AppError `unauthorized`; DatabaseUnavailable
 */
export function closeComments(
  actor: Actor | undefined,
  slug: string,
  commentsClosed: boolean,
): Promise<void> {
  return updatePost(actor, slug, { commentsClosed })
}

/**
 * Sets the number of days after publication when a post's comments close; null restores the number
 * of the blog.
 * @throws NotFound; AppError `unauthorized`; DatabaseUnavailable
 */
export function closeCommentsAfter(
  actor: Actor | undefined,
  slug: string,
  commentsCloseAfterDays: number | null,
): Promise<void> {
  return updatePost(actor, slug, { commentsCloseAfterDays })
}

async function updatePost(
  actor: Actor | undefined,
  slug: string,
  data: Prisma.PostUpdateInput,
): Promise<void> {
  requireRole(actor, 'moderator')
  const { count } = await query((client) => client.post.updateMany({ where: { slug }, data }))
  if (count === 0) throw new NotFound('post', slug)
}

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
