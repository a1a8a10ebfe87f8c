import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import type { EditedPost } from './edited-post'
import { type EditedPostRow, editedPostColumns, toEditedPost } from './edited-post-row'

/** A post with the fields for its page in the admin area. */
export type AdminPost = {
  post: EditedPost
  previewKey: string | null
  wasPublic: boolean
  savedAt: Date
  publishedAt: Date
}

/**
 * Returns a post for the admin area.
 * @throws NotFound, also for a deleted post; AppError `unauthorized`, `forbidden` for a moderator;
 * DatabaseUnavailable
 */
export async function getEditedPost(actor: Actor | undefined, id: number): Promise<AdminPost> {
  requireRole(actor, 'owner')
  const [row] = await query(
    (client) =>
      client.$queryRaw<
        EditedPostRow[]
      >`SELECT ${editedPostColumns} FROM posts WHERE id = ${id} AND deleted_at IS NULL`,
  )
  if (!row) throw new NotFound('post', id)
  return {
    post: toEditedPost(row),
    previewKey: row.previewKey,
    wasPublic: row.wasPublic,
    savedAt: row.updatedAt,
    publishedAt: row.publishedAt,
  }
}
