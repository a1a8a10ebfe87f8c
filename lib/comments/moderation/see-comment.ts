import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { commentVersion } from './comment-version'
import type { SeenComment } from './moderation'

/**
 * Returns the current version of a comment, for actions outside the admin area.
 * @throws NotFound; AppError `unauthorized`; DatabaseUnavailable
 */
export async function seeComment(actor: Actor | undefined, id: number): Promise<SeenComment> {
  requireRole(actor, 'moderator')
  const [seen] = await query(
    (client) =>
      client.$queryRaw<
        SeenComment[]
      >`SELECT id, status::text AS status, ${commentVersion} AS version FROM comments
        WHERE id = ${id}`,
  )
  if (!seen) throw new NotFound('comment', id)
  return seen
}
