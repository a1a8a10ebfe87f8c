import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'

/**
 * Closes a post's comments at once, or opens them again; its days, or the settings, may close them all the same.
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
 * Closes a post's comments so many days after its publication, in place of the blog's own number; null: that counts again.
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
