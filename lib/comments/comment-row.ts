import 'server-only'
import { type Comment as CommentModel, Prisma } from '@/lib/generated/prisma/client'
import { type Comment, toTombstone } from './comment'

/** A comment as the database returns it, in the order of its thread. */
export type CommentRow = Pick<
  CommentModel,
  'id' | 'parentId' | 'authorName' | 'content' | 'createdAt'
> & { status: 'published' | 'deleted'; postSlug: string }

/** The columns of `CommentRow` in a row `comment` of `comments`, except the slug of its thread. */
export const commentColumns = Prisma.sql`
  comment.id, comment.parent_id AS "parentId", comment.status::text AS status,
  comment.author_name AS "authorName", comment.content, comment.created_at AS "createdAt"`

/** Returns a row as the public sees it, without replies and without a deleted comment's text. */
export function toComment(row: Omit<CommentRow, 'parentId'>): Comment {
  const comment = {
    id: row.id,
    post_slug: row.postSlug,
    content: row.content,
    author_name: row.authorName,
    created_at: row.createdAt.toISOString(),
    replies: [],
  }
  return row.status === 'deleted' ? toTombstone(comment) : comment
}

/** Assembles rows into threads, in their order. Leaves out replies whose parent is missing. */
export function assembleThreads(rows: CommentRow[]): Comment[] {
  const threads: Comment[] = []
  const comments = new Map(rows.map((row) => [row.id, toComment(row)]))
  for (const row of rows) {
    const comment = comments.get(row.id)
    const siblings = row.parentId === null ? threads : comments.get(row.parentId)?.replies
    if (comment && siblings) siblings.push(comment)
  }
  return threads
}
