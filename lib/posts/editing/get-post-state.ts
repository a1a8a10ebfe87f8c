import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { stateOfPost } from './get-edited-post'
import type { PostState } from './post-state'

type Row = {
  revision: number
  status: PostState['status']
  publishedAt: Date
  savedAt: Date
  savedBy: string | null
}

/**
 * Returns the state of a post, and the number of its last save.
 * @throws NotFound, also for a deleted post; AppError `unauthorized`, `forbidden` for a moderator;
 * DatabaseUnavailable
 */
export async function getPostState(
  actor: Actor | undefined,
  id: number,
): Promise<PostState & { revision: number }> {
  requireRole(actor, 'owner')
  const [row] = await query(
    (client) => client.$queryRaw<Row[]>`
      SELECT posts.revision, ${stateOfPost} AS status, posts.published_at AS "publishedAt",
             posts.updated_at AS "savedAt", staff.name AS "savedBy"
        FROM posts
        LEFT JOIN post_versions ON post_id = posts.id AND post_versions.revision = posts.revision
        LEFT JOIN staff ON staff.id = staff_id
       WHERE posts.id = ${id} AND deleted_at IS NULL`,
  )
  if (!row) throw new NotFound('post', id)
  const { revision, status, publishedAt, savedAt, savedBy } = row
  return {
    ...{ revision, status, changed: false, updateAt: null, savedBy },
    publishAt: status === 'draft' ? null : publishedAt.toISOString(),
    savedAt: savedAt.toISOString(),
  }
}
