import 'server-only'
import { randomBytes } from 'node:crypto'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { executeSql, queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import type { Post } from '@/lib/posts/post'
import { postColumns } from '@/lib/posts/reading/get-posts'
import { editedPosts } from './get-edited-post'
import { isEditableBy } from './post-access'

const keyBytes = 24
const keyShape = /^[\w-]{32}$/

/**
 * Creates a preview link that shows a post or its working copy before it is public, and revokes
 * the previous link.
 * @throws NotFound; AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function makePreviewKey(actor: Actor | undefined, id: number): Promise<void> {
  await setKey(actor, id, randomBytes(keyBytes).toString('base64url'))
}

/**
 * Revokes the preview link of a post.
 * @throws as `makePreviewKey` does
 */
export async function revokePreviewKey(actor: Actor | undefined, id: number): Promise<void> {
  await setKey(actor, id, null)
}

async function setKey(
  actor: Actor | undefined,
  id: number,
  previewKey: string | null,
): Promise<void> {
  requireRole(actor, 'writer')
  const changed = await executeSql`
    UPDATE posts SET preview_key = ${previewKey}
     WHERE id = ${id} AND deleted_at IS NULL AND ${isEditableBy(actor)}`
  if (changed === 0) throw new NotFound('post', id)
}

/**
 * Returns the post of a preview link, public or not, with its unpublished changes; undefined if the
 * link is invalid or has been revoked.
 * @throws DatabaseUnavailable
 */
export async function getPreviewedPost(key: string): Promise<Post | undefined> {
  if (!keyShape.test(key)) return undefined
  const [post] = await queryRows<Post>`
    SELECT ${postColumns}
      FROM ${editedPosts} WHERE preview_key = ${key} AND deleted_at IS NULL`
  return post
}
