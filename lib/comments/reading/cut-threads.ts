import { toComment } from '@/lib/comments/comment-row'
import { pageLimits, type ShownComment, type ShownThreads } from './shown-comment'
import type { ThreadRow } from './thread-rows'

/**
 * Estimates the bytes of a comment on a page: its markup, and its text in HTML, React data and
 * structured data.
 */
const estimatedBytes = ({ content }: ThreadRow): number => 2_500 + 4 * Buffer.byteLength(content)

/** Returns how much a comment adds to the reply counts of its ancestors. */
const weightOf = ({ status, publishedReplies }: ThreadRow): number =>
  (status === 'published' ? 1 : 0) + publishedReplies

/** Returns a row as a page shows it, without replies. */
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
 * Assembles a page from rows in reading order. A thread ends at its byte limit, and the page after
 * the thread that reaches the page limit. Each comment has the number of replies left out.
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
      // Later rows of a full thread could be replies to rows that were left out.
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
