import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'

/**
 * Closes or opens the comments of a post. Its number of days or the settings may still close them.
 * @throws NotFound; AppError `unauthorized`; DatabaseUnavailable
 */
export async function closeComments(
  actor: Actor | undefined,
  slug: string,
  isClosed: boolean,
): Promise<void> {
  requireRole(actor, 'moderator')
  const { count } = await query((client) =>
    client.post.updateMany({ where: { slug }, data: { commentsClosed: isClosed } }),
  )
  if (count === 0) throw new NotFound('post', slug)
}

/**
 * Sets the number of days after publication when a post's comments close; null restores the number
 * of the blog.
 * @throws NotFound; AppError `unauthorized`; DatabaseUnavailable
 */
export async function closeCommentsAfter(
  actor: Actor | undefined,
  slug: string,
  days: number | null,
): Promise<void> {
  requireRole(actor, 'moderator')
  const { count } = await query((client) =>
    client.post.updateMany({ where: { slug }, data: { commentsCloseAfterDays: days } }),
  )
  if (count === 0) throw new NotFound('post', slug)
}
