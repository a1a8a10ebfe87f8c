import 'server-only'
import { commentLimits } from '@/lib/comments/comment'
import { assembleThreads, type CommentRow, commentColumns } from '@/lib/comments/comment-row'
import { queryRows } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { isCommentPublic, publicThreadBySlug } from '@/lib/threads/public-thread'
import { decodeCursor, encodeCursor } from './comment-cursor'

const { threadsPerPageMax, commentsPerPage, repliesPerThreadMax } = commentLimits

/** Maximum number of rows: the last thread is shown in full, and one more row follows it. */
const rowsMax = commentsPerPage + repliesPerThreadMax + 1

/** The position before all comments. */
const beginning = { createdAt: new Date(0), id: 0 }

/** The options of a page: 1 to 200 top-level comments, after the cursor of the previous page. */
export type PageOptions = { limit?: number | undefined; cursor?: string | undefined }

/**
 * Returns a page of the public comments of a post or page, oldest first. The page is empty for an
 * unknown slug. For a former slug, the comments have the current one. The cursor of the next page is
 * null on the last one.
 * @throws AppError `invalid-parameters` for an invalid cursor; DatabaseUnavailable
 */
export async function listComments(slug: string, options: PageOptions = {}) {
  const { rows, nextCursor } = await listCommentRows(slug, options)
  return { comments: assembleThreads(rows), nextCursor }
}

/** A row of a page that starts with the pinned comment. */
type PageRow = CommentRow & { isPinned: boolean }

/**
 * Returns the rows of a page of comments: each top-level comment before its replies. Reads the
 * top-level comments from one partial index and their replies from another. A join in place of the
 * subqueries would lose the index order.
 * @param options.isPinnedFirst moves the pinned comment from its place to the first page
 * @param columns further columns of `comment`, each after a comma
 */
export async function listCommentRows<Row extends PageRow>(
  slug: string,
  {
    limit = threadsPerPageMax,
    cursor,
    isPinnedFirst = false,
  }: PageOptions & { isPinnedFirst?: boolean },
  columns = Prisma.empty,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const ofThread = Prisma.sql`threads.id, threads.slug,
    coalesce(posts.pinned_comment_id, threads.pinned_comment_id) AS pinned_comment_id`
  const rows = await queryRows<Row>`
    WITH post AS (${publicThreadBySlug(slug, ofThread)}
    ), pinned AS (
      SELECT comments.* FROM post JOIN comments ON comments.id = pinned_comment_id
       WHERE status = 'published' AND ${isPinnedFirst}
    ), top AS (
      SELECT * FROM pinned WHERE ${after === undefined}
      UNION ALL
      (SELECT * FROM comments
       WHERE post_id = (SELECT id FROM post) AND parent_id IS NULL AND ${isCommentPublic}
         AND (created_at, id) > (coalesce(${after?.createdAt ?? null}::timestamptz, '-infinity'),
           ${after?.id ?? 0}::integer)
         AND id IS DISTINCT FROM (SELECT id FROM pinned)
       ORDER BY created_at, id
       LIMIT ${limit + 1})
    )
    SELECT ${commentColumns}, (SELECT slug FROM post) AS "postSlug",
      comment.id IS NOT DISTINCT FROM (SELECT id FROM pinned) AS "isPinned"${columns}
      FROM top, LATERAL (
        SELECT top.*
        UNION ALL
        SELECT * FROM comments WHERE thread_id = top.id AND ${isCommentPublic}
      ) AS comment
     ORDER BY top.id IS DISTINCT FROM (SELECT id FROM pinned), top.created_at, top.id,
       comment.parent_id IS NOT NULL, comment.created_at, comment.id
     LIMIT ${rowsMax}`
  return cutPage(rows, limit)
}

/**
 * Keeps whole threads: `limit` of them, or fewer if they reach `commentsPerPage` first. A thread
 * with many tombstones can fill the page alone. It is cut, and the next page starts after it.
 */
function cutPage<Row extends PageRow>(rows: Row[], limit: number) {
  const starts = rows.flatMap(({ parentId }, index) => (parentId === null ? [index] : []))
  const end = starts.find((index, nth) => nth === limit || index >= commentsPerPage)
  const kept = rows.slice(0, end)
  const last = kept.findLast(({ parentId }) => parentId === null)
  const isMore = end !== undefined || rows.length === rowsMax
  if (!isMore || !last) return { rows: kept, nextCursor: null }
  // If the page holds only the pinned comment, the next one starts with the oldest other comment.
  return { rows: kept, nextCursor: encodeCursor(last.isPinned ? beginning : last) }
}
