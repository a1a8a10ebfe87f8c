import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { isPublic } from '@/lib/posts/is-public'

/** Days that a deleted post can be brought back. */
export const deletedPostDays = 30

/**
 * Deletes a post, so that it can be brought back: for its readers it is gone at once, with its comments and views.
 * @returns its slug
 * @throws NotFound, also where it is deleted already; AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function deletePost(actor: Actor | undefined, id: number): Promise<string> {
  requireRole(actor, 'owner')
  return slugOf(
    id,
    await query(
      (client) => client.$queryRaw<{ slug: string }[]>`
        UPDATE posts
           SET deleted_at = now(), draft_before_deletion = draft, draft = true,
               shown_at = CASE WHEN ${isPublic} THEN coalesce(shown_at, now()) ELSE shown_at END
         WHERE id = ${id} AND deleted_at IS NULL RETURNING slug`,
    ),
  )
}

/**
 * Brings a deleted post back as it was. One whose time has come meanwhile is public.
 * @returns its slug
 * @throws NotFound where it is not deleted, or gone for good; AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function restorePost(actor: Actor | undefined, id: number): Promise<string> {
  requireRole(actor, 'owner')
  return slugOf(
    id,
    await query(
      (client) => client.$queryRaw<{ slug: string }[]>`
        UPDATE posts SET deleted_at = NULL, draft = draft_before_deletion WHERE id = ${id} AND deleted_at IS NOT NULL RETURNING slug`,
    ),
  )
}

function slugOf(id: number, [post]: { slug: string }[]): string {
  if (!post) throw new NotFound('post', id)
  return post.slug
}

/**
 * Ends for good what was deleted long ago, with its comments, views and versions.
 * @returns how many posts
 * @throws DatabaseUnavailable
 */
export function forgetDeletedPosts(): Promise<number> {
  // What is deleted is a draft, and an index holds all drafts.
  return query(
    (client) =>
      client.$executeRaw`DELETE FROM posts WHERE draft AND deleted_at < now() - ${deletedPostDays} * interval '1 day'`,
  )
}
