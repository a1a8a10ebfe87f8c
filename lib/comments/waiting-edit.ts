import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db'
import { textHash } from './screening/text-hash'

/**
 * Publishes an edit that waits: its text takes the place of the earlier one, which is kept for the owner.
 *
 * @param seen the text that was read: where its author has changed it since, nothing is done
 * @returns the slug of the post whose pages show it; undefined where no such edit waits (any more)
 * @throws AppError `unauthorized`; DatabaseAway
 */
export async function approveWaitingEdit(actor: Actor | undefined, id: number, seen: string): Promise<string | undefined> {
  requireRole(actor, 'moderator')
  const [row] = await query(
    (client) => client.$queryRaw<{ slug: string }[]>`
      WITH old AS (
        SELECT id, content FROM comments WHERE id = ${id} AND status <> 'deleted' AND waiting_content = ${seen} FOR NO KEY UPDATE
      ), kept AS (
        INSERT INTO comment_edits (comment_id, content) SELECT id, content FROM old
      )
      UPDATE comments
         SET content = waiting_content, text_hash = ${textHash(seen)}, edited_at = now(), waiting_content = NULL, waiting_since = NULL
        FROM old, posts WHERE comments.id = old.id AND posts.id = comments.post_id
      RETURNING posts.slug`,
  )
  return row?.slug
}

/**
 * Drops an edit that waits: the earlier text stays as it is. What spoke against the edit says nothing of that text, and
 * goes with it.
 *
 * @param seen as for `approveWaitingEdit`
 * @returns whether such an edit waited
 * @throws AppError `unauthorized`; DatabaseAway
 */
export async function dropWaitingEdit(actor: Actor | undefined, id: number, seen: string): Promise<boolean> {
  requireRole(actor, 'moderator')
  const dropped = await query(
    (client) => client.$executeRaw`
      UPDATE comments SET waiting_content = NULL, waiting_since = NULL, screening = '[]' WHERE id = ${id} AND waiting_content = ${seen}`,
  )
  return dropped > 0
}
