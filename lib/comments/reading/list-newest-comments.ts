import 'server-only'
import { queryRows } from '@/lib/db/client'
import { type Comment, Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'

/** A comment as a feed entry. */
export type NewComment = Pick<Comment, 'id' | 'postId' | 'authorName' | 'content' | 'createdAt'> & {
  /** The comment that it replies to, or else its parent; null if it replies to the post. */
  answeredId: number | null
  postSlug: string
  postTitle: string
  /** Time of the last edit, or `createdAt`. */
  updatedAt: Date
}

const commentsMax = 50
/** Number of published comments read; some of them may have a hidden ancestor. */
const candidatesMax = 200

/**
 * Returns at most 50 of the newest 200 published comments, newest first and of all levels.
 * @param slug the current slug of one post; without it, all posts
 * @throws DatabaseUnavailable
 */
export function listNewestComments(slug?: string): Promise<NewComment[]> {
  const ofPost =
    slug === undefined
      ? Prisma.sql`EXISTS (SELECT 1 FROM posts WHERE id = post_id AND ${isPublic})`
      : Prisma.sql`post_id = (SELECT id FROM posts WHERE slug = ${slug} AND ${isPublic})`
  return queryRows<NewComment>`
    WITH RECURSIVE newest AS MATERIALIZED (
      SELECT * FROM comments WHERE status = 'published' AND ${ofPost}
       ORDER BY created_at DESC, id DESC LIMIT ${candidatesMax}
    ), above AS (
      SELECT id AS newest_id, parent_id FROM newest
      UNION ALL
      SELECT newest_id, comments.parent_id FROM above
        JOIN comments ON comments.id = above.parent_id
       WHERE status IN ('published', 'deleted')
    )
    SELECT newest.id,
           coalesce((SELECT answered.id FROM comments AS answered
                      WHERE answered.id = newest.answered_id AND answered.status = 'published'),
                    newest.parent_id) AS "answeredId",
           post_id AS "postId", posts.slug AS "postSlug", title AS "postTitle",
           author_name AS "authorName", newest.content, newest.created_at AS "createdAt",
           greatest(newest.edited_at, newest.created_at) AS "updatedAt"
      FROM newest JOIN posts ON posts.id = post_id
     WHERE newest.id IN (SELECT newest_id FROM above WHERE parent_id IS NULL)
     ORDER BY newest.created_at DESC, newest.id DESC
     LIMIT ${commentsMax}`
}
