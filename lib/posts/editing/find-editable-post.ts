import 'server-only'
import { type Actor, hasRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { isEditableBy } from './post-access'

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
