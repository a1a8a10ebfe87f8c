import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { requirePostAccess } from './post-access'

/**
 * Closes or opens the comments of a post immediately. Does not change `updated_at`, because readers
 * see the same post. The number of days of a post or the settings may still close its comments.
 * @returns the slug that readers use
 * @throws NotFound; AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function closePostComments(
  actor: Actor | undefined,
  id: number,
  isClosed: boolean,
): Promise<string> {
  await requirePostAccess(actor, id)
  const [post] = await queryRows<{ slug: string }>`
    UPDATE posts SET comments_closed = ${isClosed} WHERE id = ${id} AND deleted_at IS NULL
    RETURNING slug`
  if (!post) throw new NotFound('post', id)
  return post.slug
}
