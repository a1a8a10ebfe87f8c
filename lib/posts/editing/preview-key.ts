import 'server-only'
import { randomBytes } from 'node:crypto'
import type { Actor } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Post } from '@/lib/posts/post'
import { postColumns } from '@/lib/posts/reading/get-posts'
import { editedPosts } from './get-edited-post'
import { changeEditable } from './post-access'

const keyBytes = 24
const keyShape = /^[\w-]{32}$/

/**
 * Creates a preview link that shows a post or its working copy before it is public, and revokes
 * the previous link.
 * @throws as `changeEditable` does
 */
export async function makePreviewKey(actor: Actor | undefined, id: number): Promise<void> {
  const key = randomBytes(keyBytes).toString('base64url')
  await changeEditable(actor, id, Prisma.sql`preview_key = ${key}`)
}

/**
 * Revokes the preview link of a post.
 * @throws as `changeEditable` does
 */
export async function revokePreviewKey(actor: Actor | undefined, id: number): Promise<void> {
  await changeEditable(actor, id, Prisma.sql`preview_key = NULL`)
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
