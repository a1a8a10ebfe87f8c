import 'server-only'
import { commentIdMax, commentLimits } from '@/lib/comments/comment'
import { query } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { publicPostBySlug } from '@/lib/posts/reading/public-posts'
import { commentsClosed } from '@/lib/settings/comments-closed'
import type { CommentInput } from './comment-input'

/**
 * Returns the place of a new comment as common table expressions for a `WITH RECURSIVE`: `post`
 * (id, slug, closed), `parent` (id, answered_id) and `place` (post_id, parent_id, answered_id),
 * which is empty if the comment is refused. A reply to the deepest level becomes a sibling of the
 * answered comment, which `answered_id` then names. A parent needs to be public, with all comments
 * above it.
 */
export function placeFor({ slug, parent_id }: CommentInput): Prisma.Sql {
  // Clamps the id to the range of `integer`. No comment has the maximum.
  const parentId = parent_id === undefined ? null : Math.min(parent_id, commentIdMax)
  return Prisma.sql`
    post AS (${publicPostBySlug(
      slug,
      Prisma.sql`posts.id, posts.slug,
      ${commentsClosed} AS closed`,
    )}
    ), line AS (
      SELECT id, parent_id, depth, status FROM comments
       WHERE id = ${parentId}::integer AND post_id = (SELECT id FROM post) AND status = 'published'
      UNION ALL
      SELECT above.id, above.parent_id, above.depth, above.status FROM comments AS above
        JOIN line ON above.id = line.parent_id
    ), parent AS (
      SELECT CASE WHEN depth < ${commentLimits.depthMax} THEN id ELSE parent_id END AS id,
             CASE WHEN depth >= ${commentLimits.depthMax} THEN id END AS answered_id
        FROM line
       WHERE id = ${parentId}::integer AND NOT EXISTS (SELECT 1 FROM line
         WHERE status NOT IN ('published', 'deleted'))
    ), place AS (
      SELECT post.id AS post_id, parent.id AS parent_id, answered_id FROM post
        LEFT JOIN parent ON true
       WHERE NOT closed AND (${parentId}::integer IS NULL OR parent.id IS NOT NULL)
    )`
}

/**
 * Returns true if a comment written now would be accepted: its post is open, its parent exists, and
 * its key is new. The inserting statement makes the final decision.
 * @throws DatabaseUnavailable
 */
export async function hasPlace(input: CommentInput, key: string | undefined): Promise<boolean> {
  const [row] = await query(
    (client) => client.$queryRaw<{ hasPlace: boolean }[]>`
      WITH RECURSIVE ${placeFor(input)}
      SELECT EXISTS (SELECT 1 FROM place) AND NOT EXISTS (SELECT 1 FROM comment_submissions
        WHERE key = ${key ?? null}) AS "hasPlace"`,
  )
  return row?.hasPlace ?? false
}
