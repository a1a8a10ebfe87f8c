import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { isReserved } from './create-post'
import { editedPosts, stateOfPost } from './get-edited-post'
import { isEditableBy } from './post-access'
import type { PostState } from './post-state'

type Row = {
  revision: number
  status: PostState['status']
  changed: boolean
  publishedAt: Date
  updateAt: Date | null
  savedAt: Date
  savedBy: string | null
}

/**
 * Returns the state of a post and the number of its latest save.
 * @throws NotFound; AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function getPostState(
  actor: Actor | undefined,
  id: number,
): Promise<PostState & { revision: number }> {
  requireRole(actor, 'writer')
  const [row] = await queryRows<Row>`
    SELECT posts.revision, posts.is_changed AS changed,
           CASE WHEN posts.deleted_at IS NULL THEN ${stateOfPost} ELSE 'deleted' END AS status,
           posts.published_at AS "publishedAt", posts.update_at AS "updateAt",
           posts.updated_at AS "savedAt", staff.name AS "savedBy"
      FROM ${editedPosts}
      LEFT JOIN post_versions ON post_id = posts.id AND post_versions.revision = posts.revision
      LEFT JOIN staff ON staff.id = staff_id
     WHERE posts.id = ${id} AND ${isEditableBy(actor)}`
  if (row) {
    const { publishedAt, updateAt, savedAt, ...same } = row
    return {
      ...same,
      publishAt: row.status === 'draft' ? null : publishedAt.toISOString(),
      updateAt: updateAt?.toISOString() ?? null,
      savedAt: savedAt.toISOString(),
    }
  }
  if (!(await isReserved(id))) throw new NotFound('post', id)
  return {
    ...{ status: 'new', changed: false, publishAt: null, updateAt: null },
    ...{ savedAt: null, savedBy: null, revision: 0 },
  }
}
