import { toComment } from '@/lib/comments/comment-row'
import { pageLimits, type ShownComment, type ShownThreads } from './shown-comment'
import type { ThreadRow } from './thread-rows'

/** What a comment costs the page: its frame and its text, each as HTML, as React's data, and in the structured data. */
const estimatedBytes = ({ content }: ThreadRow): number => 2_500 + 4 * Buffer.byteLength(content)

/** What a comment adds to the number of public ones beneath those above it. */
const weightOf = ({ status, publishedReplies }: ThreadRow): number =>
  (status === 'published' ? 1 : 0) + publishedReplies

/** A row as a page shows it, with all that stands beneath it still left out. */
export function toShownComment(row: ThreadRow): ShownComment {
  const isPublished = row.status === 'published'
  return {
    ...toComment(row),
    replies: [],
    isEdited: row.editedAt != null && isPublished,
    isVerified: row.isVerified === true && isPublished,
    editedBy: isPublished ? (row.editedBy ?? null) : null,
    staffRole: isPublished ? (row.staffRole ?? null) : null,
    isPinned: row.isPinned && isPublished,
    answered: isPublished ? row.answered : null,
    repliesLeft: row.publishedReplies,
  }
}

/**
 * Puts a page together from rows in reading order. A thread ends where it has its share, and the page with the thread
 * that fills it; each comment says how many beneath it were left out.
 */
export function cutThreads(rows: ThreadRow[]): ShownThreads {
  const threads: ShownComment[] = []
  const kept = new Map<number, ShownComment>()
  let pageBytes = 0
  let threadBytes = 0
  let isThreadFull = false
  for (const row of rows) {
    const bytes = estimatedBytes(row)
    const parent = kept.get(row.parentId ?? 0)
    if (row.isHead) {
      const last = threads.at(-1)
      if (last && (threads.length === pageLimits.threads || pageBytes >= pageLimits.bytes))
        return { threads, lastId: last.id }
      threadBytes = 0
      isThreadFull = false
    } else {
      // What follows in a full thread could stand beneath what did not fit.
      isThreadFull ||= !parent || threadBytes + bytes > pageLimits.bytesPerThread
      if (isThreadFull) continue
    }
    const comment = toShownComment(row)
    kept.set(row.id, comment)
    if (row.isHead) threads.push(comment)
    else if (parent) {
      parent.replies.push(comment)
      parent.repliesLeft -= weightOf(row)
    }
    threadBytes += bytes
    pageBytes += bytes
  }
  return { threads, lastId: null }
}
