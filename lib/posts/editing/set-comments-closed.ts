import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { isEditableBy } from './post-access'

/**
 * Closes or opens the comments of a post immediately. Does not change `updated_at`, because readers
 * see the same post. An opened post may still be closed by its own time limit or by the blog's
 * settings.
 * @returns the public slug, whose pages the caller must invalidate
 * @throws NotFound; AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function setCommentsClosed(
  actor: Actor | undefined,
  id: number,
  isClosed: boolean,
): Promise<string> {
  requireRole(actor, 'writer')
  const [post] = await queryRows<{ slug: string }>`
    UPDATE posts SET comments_closed = ${isClosed}
     WHERE id = ${id} AND deleted_at IS NULL AND ${isEditableBy(actor)} RETURNING slug`
  if (!post) throw new NotFound('post', id)
  return post.slug
}
