import 'server-only'
import type { Comment } from '@/lib/comments/comment'
import { assembleThreads, type CommentRow } from '@/lib/comments/comment-row'
import { query } from '@/lib/db/client'
import { isPublic } from '@/lib/posts/is-public'

/** A public comment with its post and thread. */
export type FoundComment = { comment: Comment; postTitle: string; threadId: number }

type Row = CommentRow & { postTitle: string; threadId: number }

/**
 * Returns a public comment or tombstone with all replies beneath it, or undefined.
 * @throws DatabaseUnavailable
 */
export async function findComment(id: number): Promise<FoundComment | undefined> {
  const rows = await query(
    (client) => client.$queryRaw<Row[]>`
      SELECT comment.id, comment.parent_id AS "parentId", comment.status::text AS status,
        posts.slug AS "postSlug", posts.title AS "postTitle",
             comment.author_name AS "authorName", comment.content,
               comment.created_at AS "createdAt", top.id AS "threadId"
        FROM comments AS requested
        JOIN comments AS top ON top.id = coalesce(requested.thread_id, requested.id)
        JOIN posts ON posts.id = requested.post_id AND ${isPublic}
        JOIN comments AS comment ON comment.id = top.id OR comment.thread_id = top.id
       WHERE requested.id = ${id}
         AND (comment.status = 'published'
         OR (comment.status = 'deleted' AND comment.published_replies > 0))
       ORDER BY comment.parent_id IS NOT NULL, comment.created_at, comment.id`,
  )
  const row = rows.find((one) => one.id === id)
  const comment = findIn(assembleThreads(rows), id)
  return row && comment && { comment, postTitle: row.postTitle, threadId: row.threadId }
}

function findIn(comments: Comment[], id: number): Comment | undefined {
  for (const comment of comments) {
    const found = comment.id === id ? comment : findIn(comment.replies, id)
    if (found) return found
  }
  return undefined
}
