import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { commentVersion } from './comment-version'
import type { SeenComment } from './moderation'

/**
 * A comment as it is now, for who acts on it without having been shown it in the admin area.
 * @throws NotFound where there is none of that id; AppError `unauthorized`; DatabaseUnavailable
 */
export async function seeComment(actor: Actor | undefined, id: number): Promise<SeenComment> {
  requireRole(actor, 'moderator')
  const [seen] = await query(
    (client) =>
      client.$queryRaw<
        SeenComment[]
      >`SELECT id, status::text AS status, ${commentVersion} AS version FROM comments WHERE id = ${id}`,
  )
  if (!seen) throw new NotFound('comment', id)
  return seen
}
