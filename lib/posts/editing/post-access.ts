import 'server-only'
import { type Actor, hasRole, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Returns the condition for the rows of `posts` that a staff member may see and change: the owner
 * all of them, a writer their own posts.
 */
export const isEditableBy = ({ role, staffId }: Actor): Prisma.Sql =>
  role === 'owner'
    ? Prisma.sql`true`
    : Prisma.sql`(posts.author_id = ${staffId} AND NOT posts.is_page)`

/**
 * Requires a staff member who may see and change a post. Writers cannot access others’ posts.
 * @returns the staff member
 * @throws NotFound; AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function requirePostAccess(actor: Actor | undefined, id: number): Promise<Actor> {
  requireRole(actor, 'writer')
  const rows = await queryRows<unknown>`
    SELECT 1 FROM posts WHERE id = ${id} AND ${isEditableBy(actor)}`
  if (rows.length === 0) throw new NotFound('post', id)
  return actor
}

/**
 * Changes a post or page that is not deleted, if the staff member may edit it.
 * @param change the assignments of an `UPDATE` of `posts`
 * @returns its slug
 * @throws NotFound; AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function changeEditable(
  actor: Actor | undefined,
  id: number,
  change: Prisma.Sql,
): Promise<string> {
  requireRole(actor, 'writer')
  const [post] = await queryRows<{ slug: string }>`
    UPDATE posts SET ${change}
     WHERE id = ${id} AND deleted_at IS NULL AND ${isEditableBy(actor)} RETURNING slug`
  if (!post) throw new NotFound('post', id)
  return post.slug
}

/**
 * Returns the id of the post or page with a slug, if the staff member may edit it.
 * @throws DatabaseUnavailable
 */
export async function findEditablePost(
  actor: Actor | undefined,
  slug: string,
  isPage: boolean,
): Promise<number | undefined> {
  if (!actor || !hasRole(actor, 'writer')) return undefined
  const [post] = await queryRows<{ id: number }>`
    SELECT id FROM posts
     WHERE slug = ${slug} AND is_page = ${isPage} AND deleted_at IS NULL
       AND ${isEditableBy(actor)}`
  return post?.id
}
