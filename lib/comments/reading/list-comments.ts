import 'server-only'
import { type CommentPage, commentLimits } from '@/lib/comments/comment'
import { assembleThreads, type CommentRow } from '@/lib/comments/comment-row'
import { query } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { publicPostBySlug } from '@/lib/posts/reading/public-posts'
import { decodeCursor, encodeCursor } from './comment-cursor'

const { threadsPerPageMax, commentsPerPage, repliesPerThreadMax } = commentLimits

/** Maximum number of rows: the last thread is shown in full, and one more row follows it. */
const rowsMax = commentsPerPage + repliesPerThreadMax + 1

/**
 * Returns a page of a post's public threads, oldest first. The page is empty for an unknown slug.
 * For a former slug, the comments have the current one.
 * @param options.limit maximum number of top-level comments, 1 to 200
 * @param options.cursor `nextCursor` of the previous page
 * @throws AppError `invalid-parameters` for an invalid cursor; DatabaseUnavailable
 */
export async function listComments(
  slug: string,
  options: { limit?: number | undefined; cursor?: string | undefined } = {},
): Promise<CommentPage> {
  const limit = Math.min(options.limit ?? threadsPerPageMax, threadsPerPageMax)
  const after = options.cursor === undefined ? undefined : decodeCursor(options.cursor)
  return cutPage(await selectRows(slug, limit, after), limit)
}

/**
 * Reads top-level comments from one partial index and their replies from another. A join in place
 * of the subqueries would lose the index order.
 */
function selectRows(
  slug: string,
  limit: number,
  after: { createdAt: Date; id: number } | undefined,
): Promise<CommentRow[]> {
  return query(
    (client) => client.$queryRaw<CommentRow[]>`
      WITH post AS (${publicPostBySlug(slug, Prisma.sql`posts.id, posts.slug`)}
      ), top AS (
        SELECT * FROM comments
         WHERE post_id = (SELECT id FROM post)
           AND parent_id IS NULL
             AND (status = 'published' OR (status = 'deleted' AND published_replies > 0))
           AND (created_at, id) > (coalesce(${after?.createdAt ?? null}::timestamptz, '-infinity'),
             ${after?.id ?? 0}::integer)
         ORDER BY created_at, id
         LIMIT ${limit + 1}
      )
      SELECT comment.id, comment.parent_id AS "parentId", comment.status::text AS status,
        (SELECT slug FROM post) AS "postSlug",
             comment.author_name AS "authorName", comment.content, comment.created_at AS "createdAt"
        FROM top, LATERAL (
          SELECT top.id, top.parent_id, top.status, top.author_name, top.content, top.created_at
          UNION ALL
          SELECT id, parent_id, status, author_name, content, created_at FROM comments
           WHERE thread_id = top.id
             AND (status = 'published' OR (status = 'deleted' AND published_replies > 0))
        ) AS comment
       ORDER BY top.created_at, top.id, comment.parent_id IS NOT NULL, comment.created_at,
         comment.id
       LIMIT ${rowsMax}`,
  )
}

/**
 * Keeps whole threads: `limit` of them, or fewer if they reach `commentsPerPage` first. A thread with
 * many tombstones can fill the page by itself. It is cut, and the next page starts after it.
 */
function cutPage(rows: CommentRow[], limit: number): CommentPage {
  const starts = rows.flatMap(({ parentId }, index) => (parentId === null ? [index] : []))
  const end = starts.find((index, nth) => nth === limit || index >= commentsPerPage)
  const kept = rows.slice(0, end)
  const last = kept.findLast(({ parentId }) => parentId === null)
  const isMore = end !== undefined || rows.length === rowsMax
  return { comments: assembleThreads(kept), nextCursor: isMore && last ? encodeCursor(last) : null }
}
