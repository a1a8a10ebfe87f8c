import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'

/** A staff member who can be the author of a post. */
export type PostAuthor = { id: string; name: string }

/**
 * Lists the staff members who can be authors of posts: the owner first, then writers by name.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listAuthors(actor: Actor | undefined): Promise<PostAuthor[]> {
  requireRole(actor, 'owner')
  return queryRows<PostAuthor>`
    SELECT id, name FROM staff WHERE role IN ('owner', 'writer') ORDER BY role, name, id`
}

/**
 * Changes the author of a post immediately. The post then appears in that writer's list.
 * @param authorId empty for the author of the blog
 * @returns the slug, whose pages must be invalidated
 * @throws NotFound; AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function setPostAuthor(
  actor: Actor | undefined,
  id: number,
  authorId: string,
): Promise<string> {
  requireRole(actor, 'owner')
  const [post] = await queryRows<{ slug: string }>`
    UPDATE posts SET author_id = chosen.id
      FROM (SELECT id FROM staff WHERE id = ${authorId} AND role IN ('owner', 'writer')
            UNION ALL SELECT NULL WHERE ${authorId === ''}) AS chosen
     WHERE posts.id = ${id} AND deleted_at IS NULL AND NOT is_page RETURNING slug`
  if (!post) throw new NotFound('post', id)
  return post.slug
}
