import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db'
import { NotFound } from '@/lib/errors'

/**
 * Closes a post's comments at once, or opens them again; the settings may still close them for all posts.
 * @throws NotFound; AppError `unauthorized`; DatabaseAway
 */
export async function closeComments(actor: Actor | undefined, slug: string, isClosed: boolean): Promise<void> {
  requireRole(actor, 'moderator')
  const { count } = await query((client) => client.post.updateMany({ where: { slug }, data: { commentsClosed: isClosed } }))
  if (count === 0) throw new NotFound('post', slug)
}
