import 'server-only'
import type { StaffRole } from '@/lib/auth/actor'
import type { Comment } from './comment'

/** One comment as the database answers it, in the order of its thread. */
export type CommentRow = {
  id: number
  parentId: number | null
  status: 'published' | 'deleted'
  postSlug: string
  authorName: string
  content: string
  createdAt: Date
  /** When its author last changed it, where that is asked for. */
  editedAt?: Date | null
  /** Whether its author confirmed the address given with it, where that is asked for. */
  isVerified?: boolean
  /** Who of the staff changed it, where that is asked for. */
  editedBy?: StaffRole | null
  /** What its author is among the staff, where that is asked for. */
  staffRole?: StaffRole | null
}

/** A row as the public sees it, still without replies. What a deleted comment said leaves the room here. */
export function toComment(row: CommentRow): Comment {
  const isDeleted = row.status === 'deleted'
  return {
    id: row.id,
    post_slug: row.postSlug,
    content: isDeleted ? '' : row.content,
    author_name: isDeleted ? '' : row.authorName,
    created_at: row.createdAt.toISOString(),
    replies: [],
  }
}

/**
 * Puts rows together to threads, in one pass; siblings keep the order of the rows.
 * A reply whose parent is not among the rows is not public either, and is left out with all beneath it.
 */
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
