import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'
import type { EditedPost, PostState } from './edited-post'

/** A row of `posts` for the admin area. */
export type EditedPostRow = Omit<EditedPost, 'state' | 'publishedAt'> & {
  state: PostState
  publishedAt: Date
  updatedAt: Date
  previewKey: string | null
  /** The post is or was public, so that readers may know its URL. */
  wasPublic: boolean
}

/** The state of a row of `posts`. A deleted post is a draft. */
export const stateOfPost = Prisma.sql`(CASE WHEN posts.draft THEN 'draft'
  WHEN posts.published_at > now() THEN 'scheduled' ELSE 'published' END)`

/** The columns of `EditedPostRow`. */
const editedPostColumns = Prisma.sql`
  posts.id, posts.revision, posts.slug, posts.title, posts.summary,
  coalesce(posts.tags, '{}') AS tags, posts.cover,
  posts.cover_alt AS "coverAlt", posts.content, ${stateOfPost} AS state,
  posts.published_at AS "publishedAt", posts.updated_at AS "updatedAt",
  posts.preview_key AS "previewKey",
  (posts.shown_at IS NOT NULL OR (${isPublic})) AS "wasPublic"`

/**
 * Reads a post and locks its row until the transaction ends.
 * @throws NotFound if it does not exist or is deleted
 */
export async function lockPost(
  transaction: Prisma.TransactionClient,
  id: number,
): Promise<EditedPostRow> {
  const [row] = await transaction.$queryRaw<EditedPostRow[]>`
    SELECT ${editedPostColumns} FROM posts
     WHERE id = ${id} AND deleted_at IS NULL FOR NO KEY UPDATE`
  if (!row) throw new NotFound('post', id)
  return row
}

/**
 * Returns a post for the admin area.
 * @throws NotFound, also for a deleted post; AppError `unauthorized`, `forbidden` for a moderator;
 * DatabaseUnavailable
 */
export async function getEditedPost(actor: Actor | undefined, id: number) {
  requireRole(actor, 'owner')
  const [row] = await query(
    (client) =>
      client.$queryRaw<
        EditedPostRow[]
      >`SELECT ${editedPostColumns} FROM posts WHERE id = ${id} AND deleted_at IS NULL`,
  )
  if (!row) throw new NotFound('post', id)
  const { updatedAt: savedAt, publishedAt, previewKey, wasPublic, ...fields } = row
  const at = fields.state === 'draft' ? null : publishedAt.toISOString()
  const post: EditedPost = { ...fields, publishedAt: at }
  return { post, previewKey, wasPublic, savedAt, publishedAt }
}
