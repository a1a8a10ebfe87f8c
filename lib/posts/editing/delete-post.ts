import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { executeSql, queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { isDue, isMissed } from './due-posts'
import { changeEditable, isEditableBy } from './post-access'

/** Number of days in which a deleted post can be restored. */
const deletedPostDays = 30

/**
 * Soft-deletes a post with its comments and views. It can be restored for `deletedPostDays` days.
 * @returns its slug
 * @throws as `changeEditable` does, including if it is already deleted
 */
export const deletePost = (actor: Actor | undefined, id: number): Promise<string> =>
  changeEditable(
    actor,
    id,
    Prisma.sql`
      deleted_at = now(), draft_before_deletion = draft, draft = true,
      shown_at = CASE WHEN ${isDue} THEN now() ELSE shown_at END`,
  )

/**
 * Restores a deleted post in its previous state, without publishing anything: a post or an update
 * whose scheduled time has passed in the meantime stays unpublished.
 * @returns its slug
 * @throws NotFound if it is not deleted, or was deleted permanently; AppError `unauthorized`,
 * `forbidden` for a moderator; DatabaseUnavailable
 */
export async function restorePost(actor: Actor | undefined, id: number): Promise<string> {
  requireRole(actor, 'writer')
  const [post] = await queryRows<{ slug: string }>`
    WITH restored AS (
      UPDATE posts
         SET deleted_at = NULL,
             draft = draft_before_deletion OR (${isMissed})
       WHERE id = ${id} AND deleted_at IS NOT NULL AND ${isEditableBy(actor)}
      RETURNING id, slug
    ), cancelled AS (
      UPDATE post_working_copies SET update_at = NULL FROM restored
       WHERE post_id = restored.id AND update_at <= now()
    )
    SELECT slug FROM restored`
  if (!post) throw new NotFound('post', id)
  return post.slug
}

/**
 * Permanently deletes posts whose restore period has expired, with their comments, views and
 * versions.
 * @returns the number of posts
 * @throws DatabaseUnavailable
 */
export function deleteExpiredPosts(): Promise<number> {
  // Deleted posts are drafts, so the index of drafts covers them.
  return executeSql`
    DELETE FROM posts WHERE draft AND deleted_at < now() - ${deletedPostDays} * interval '1 day'`
}
