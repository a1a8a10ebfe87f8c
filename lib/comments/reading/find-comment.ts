import 'server-only'
import { type Comment, parseCommentId } from '@/lib/comments/comment'
import { assembleThreads, type CommentRow, commentColumns } from '@/lib/comments/comment-row'
import { query, queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { truncate } from '@/lib/text/truncate'
import { isCommentPublic, isThreadPublic, publicThreadBySlug } from '@/lib/threads/public-thread'
import { threadTitle } from '@/lib/threads/thread-url'

/** A public comment with its post or page, whose `url` is empty for posts, and its top comment. */
export type FoundComment = { comment: Comment; postTitle: string; url: string; threadId: number }

type Row = CommentRow & Omit<FoundComment, 'comment'>

/**
 * Returns a public comment or tombstone with all replies beneath it, or undefined.
 * @throws DatabaseUnavailable
 */
export async function findComment(id: number): Promise<FoundComment | undefined> {
  const rows = await queryRows<Row>`
    SELECT ${commentColumns}, threads.slug AS "postSlug", threads.title AS "postTitle", threads.url,
           top.id AS "threadId"
      FROM comments AS requested
      JOIN comments AS top ON top.id = coalesce(requested.thread_id, requested.id)
      JOIN threads ON threads.id = requested.post_id LEFT JOIN posts ON posts.id = threads.id
      JOIN comments AS comment ON comment.id = top.id OR comment.thread_id = top.id
     WHERE requested.id = ${id} AND ${isThreadPublic}
       AND (comment.status = 'published'
         OR (comment.status = 'deleted' AND comment.published_replies > 0))
     ORDER BY comment.parent_id IS NOT NULL, comment.created_at, comment.id`
  const row = rows.find((one) => one.id === id)
  const comment = findIn(assembleThreads(rows), id)
  if (!row || !comment) return undefined
  const { postSlug: slug, postTitle: title, url, threadId } = row
  return { comment, postTitle: threadTitle({ slug, title }), url, threadId }
}

/** Parses the id in a URL. @throws NotFound for an invalid id, as for an unknown one */
export function requireCommentId(text: string): number {
  const id = parseCommentId(text)
  if (id === undefined) throw new NotFound('comment', truncate(text, 40))
  return id
}

/**
 * Returns the slug of the thread of a comment, whose id is in a URL, or undefined.
 * @throws DatabaseUnavailable
 */
export async function slugOfComment(idText: string): Promise<string | undefined> {
  const id = parseCommentId(idText) ?? 0
  const comment = await query((client) =>
    client.comment.findUnique({ where: { id }, select: { thread: { select: { slug: true } } } }),
  )
  return comment?.thread.slug
}

function findIn(comments: Comment[], id: number): Comment | undefined {
  for (const comment of comments) {
    const found = comment.id === id ? comment : findIn(comment.replies, id)
    if (found) return found
  }
  return undefined
}

/**
 * Returns the id of the public comment with an old permalink in another system, such as `#isso-12`
 * of Isso or `#comment-123` of Disqus.
 * @param slug the slug of a post or page
 * @param anchor the fragment of the permalink, without `#`
 * @throws NotFound; DatabaseUnavailable
 */
export async function findAnchor(slug: string, anchor: string): Promise<number> {
  const [comment] = await queryRows<{ id: number }>`
    SELECT comments.id FROM imported_comments
      JOIN comments ON comments.id = imported_comments.comment_id
     WHERE imported_comments.post_id = (${publicThreadBySlug(slug)}) AND anchor = ${anchor}
       AND ${isCommentPublic}
     ORDER BY comments.id LIMIT 1`
  if (!comment) throw new NotFound('comment', anchor)
  return comment.id
}
