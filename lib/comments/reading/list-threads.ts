import 'server-only'
import { toComment } from '@/lib/comments/comment-row'
import {
  type CommentInContext,
  pageLimits,
  type ShownComment,
  type ShownThreads,
  type ThreadOrder,
} from './shown-comment'
import { readThreadRows, type ThreadRow } from './thread-rows'

/**
 * Returns one page of a post's threads, with the oldest replies first. Empty for an unknown slug.
 * @param slug the current slug of the post
 * @param options.after `lastId` of the previous page
 * @throws DatabaseUnavailable
 */
export async function listThreads(
  slug: string,
  options: { order?: ThreadOrder; after?: number } = {},
): Promise<ShownThreads> {
  return cutThreads(
    await readThreadRows({ slug, order: options.order ?? 'oldest', after: options.after }),
  )
}

/**
 * Returns a public comment, its ancestors and a page of replies, oldest first. Returns undefined if
 * the post has no such comment or an ancestor is hidden.
 * @param slug the current slug of the post
 * @param after `lastId` of the previous page
 * @throws DatabaseUnavailable
 */
export async function getCommentInContext(
  slug: string,
  id: number,
  after?: number,
): Promise<CommentInContext | undefined> {
  const rows = await readThreadRows({ slug, beneath: id, order: 'oldest', after })
  const above = rows.filter(({ isAbove }) => isAbove)
  // The upward walk stops at a hidden comment. It reaches the top only if all ancestors are public.
  if (above[0]?.parentId !== null) return undefined
  const path = above.map(toShownComment)
  const comment = path.pop()
  return (
    comment && { comment, ancestors: path, ...cutThreads(rows.filter(({ isAbove }) => !isAbove)) }
  )
}

/** Estimates the bytes of a comment on a page: markup, HTML, React data and structured data. */
const estimatedBytes = ({ content }: ThreadRow): number => 2_500 + 4 * Buffer.byteLength(content)

/** Returns a row as a page shows it, without replies. */
function toShownComment(row: ThreadRow): ShownComment {
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
 * Assembles a page from rows in reading order, and ends it after the thread that reaches the page
 * limit. Each comment has the number of replies left out.
 */
function cutThreads(rows: ThreadRow[]): ShownThreads {
  const threads: ShownComment[] = []
  let bytes = 0
  for (const [index, row] of rows.entries()) {
    if (!row.isHead) continue
    const last = threads.at(-1)
    if (last && (threads.length === pageLimits.threads || bytes >= pageLimits.bytes))
      return { threads, lastId: last.id }
    const next = rows.findIndex(({ isHead }, other) => other > index && isHead)
    const thread = cutThread(row, rows.slice(index + 1, next === -1 ? undefined : next))
    threads.push(thread.top)
    bytes += thread.bytes
  }
  return { threads, lastId: null }
}

/** Assembles a thread up to its byte limit. */
function cutThread(head: ThreadRow, replies: ThreadRow[]): { top: ShownComment; bytes: number } {
  const top = toShownComment(head)
  const shown = new Map([[head.id, top]])
  let bytes = estimatedBytes(head)
  for (const row of replies) {
    const parent = shown.get(row.parentId ?? 0)
    // Later rows could be replies to rows that were left out.
    if (!parent || bytes + estimatedBytes(row) > pageLimits.bytesPerThread) break
    const comment = toShownComment(row)
    shown.set(row.id, comment)
    parent.replies.push(comment)
    // The reply and the public comments beneath it are no longer left out of the parent's count.
    parent.repliesLeft -= (row.status === 'published' ? 1 : 0) + row.publishedReplies
    bytes += estimatedBytes(row)
  }
  return { top, bytes }
}
