import 'server-only'
import type { CommentRow } from '@/lib/comments/comment-row'
import { query } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'
import { pageLimits, type ThreadOrder } from './shown-comment'

export type ThreadRow = CommentRow & {
  /** Number of public comments beneath it, at any depth. */
  publishedReplies: number
  /** True for the requested comment and its ancestors. */
  isAbove: boolean
  /** True if it is the first comment of a thread on the page. */
  isHead: boolean
  /** True if it is pinned above the other comments of its post. */
  isPinned: boolean
  /** The public comment it replies to, if that is not its parent. */
  answered: { id: number; authorName: string } | null
}

export type ThreadQuery = {
  slug: string
  /** Id of the comment whose replies are requested; without it, the threads of the post. */
  beneath?: number
  order: ThreadOrder
  /** Id of the last comment on the previous page. If it is not on this level, the page is empty. */
  after?: number | undefined
}

/** Rows read per level: more than a page can show. */
const rowsPerLevel = 200

const isCommentPublic = Prisma.sql`(status = 'published'
  OR (status = 'deleted' AND published_replies > 0))`

/** The pinned comment of the post, if it is public. */
const pinned = Prisma.sql`(SELECT comments.id FROM comments
  JOIN post ON comments.id = post.pinned_comment_id WHERE status = 'published')`

/**
 * Selects the first comment of each thread on the page, and one more. The pinned comment is first.
 */
function selectHeads({ beneath, order, after }: ThreadQuery): Prisma.Sql {
  const isOfPost = beneath === undefined
  const level = isOfPost
    ? Prisma.sql`post_id = (SELECT id FROM post) AND parent_id IS NULL`
    : Prisma.sql`parent_id = ${beneath}`
  const [sorted, isLater, beginning] =
    order === 'oldest'
      ? [Prisma.sql`ORDER BY created_at, id`, Prisma.sql`>`, Prisma.sql`'-infinity'::timestamptz`]
      : [
          Prisma.sql`ORDER BY created_at DESC, id DESC`,
          Prisma.sql`<`,
          Prisma.sql`'infinity'::timestamptz`,
        ]
  // A comment that has been hidden since remains a valid position, for readers who have the page
  // open. The pinned comment precedes all others.
  const start = Prisma.sql`
    SELECT id, CASE WHEN id = ${pinned} THEN ${beginning} ELSE created_at END AS created_at
      FROM comments AS start WHERE start.id = ${after ?? 0} AND ${level}`
  const position =
    after === undefined
      ? Prisma.empty
      : Prisma.sql`AND (created_at, id) ${isLater} ((SELECT created_at FROM (${start}) AS start),
        (SELECT id FROM (${start}) AS start))`
  const others = isOfPost ? Prisma.sql`AND id IS DISTINCT FROM ${pinned}` : Prisma.empty
  return Prisma.sql`
    (SELECT id, row_number() OVER (${sorted}) AS nth FROM comments
      WHERE ${level} AND ${isCommentPublic} ${others} ${position} ${sorted}
        LIMIT ${pageLimits.threads + 1})
    UNION ALL
    SELECT pinned.id, 0 FROM ${pinned} AS pinned WHERE ${isOfPost && after === undefined}`
}

/**
 * Reads the rows that a page may show, in reading order: the requested comment with its ancestors,
 * then threads. The cost is bounded by the number of levels and the rows per level.
 */
export function readThreadRows(question: ThreadQuery): Promise<ThreadRow[]> {
  return query(
    (client) => client.$queryRaw<ThreadRow[]>`
      WITH RECURSIVE post AS MATERIALIZED (
        SELECT id, pinned_comment_id FROM posts WHERE slug = ${question.slug} AND ${isPublic}
      ), above AS (
        SELECT id, parent_id FROM comments WHERE id = ${question.beneath ?? 0}
          AND post_id = (SELECT id FROM post) AND ${isCommentPublic}
        UNION ALL
        SELECT comments.id, comments.parent_id FROM above
          JOIN comments ON comments.id = above.parent_id
         WHERE status IN ('published', 'deleted')
      ), shown AS (
        SELECT id, ARRAY[nth] AS path FROM (${selectHeads(question)}) AS head
        UNION ALL
        SELECT * FROM (
          SELECT reply.id, shown.path || reply.nth
            FROM shown, LATERAL (
              SELECT id, row_number() OVER (ORDER BY created_at, id) AS nth FROM comments
               WHERE parent_id = shown.id AND ${isCommentPublic}
               ORDER BY created_at, id
               LIMIT ${pageLimits.repliesPerComment}
            ) AS reply
           ORDER BY 2
           LIMIT ${rowsPerLevel}
        ) AS level
      ), page AS (
        SELECT id, NULL AS path, 0 AS nth FROM above
        UNION ALL
        SELECT id, path, row_number() OVER (PARTITION BY path[1] ORDER BY path) FROM shown
      )
      SELECT comments.id, comments.parent_id AS "parentId", status::text AS status,
        ${question.slug} AS "postSlug", author_name AS "authorName",
             content, created_at AS "createdAt", edited_at AS "editedAt",
               edited_by::text AS "editedBy",
             verified_at IS NOT NULL AS "isVerified",
             (SELECT role::text FROM staff WHERE staff.id = comments.staff_id) AS "staffRole",
             comments.id IS NOT DISTINCT FROM (SELECT pinned_comment_id FROM post) AS "isPinned",
               published_replies AS "publishedReplies",
             (SELECT jsonb_build_object('id', answered.id, 'authorName', answered.author_name)
                FROM comments AS answered WHERE answered.id = comments.answered_id
                  AND answered.status = 'published') AS answered,
             page.path IS NULL AS "isAbove", coalesce(cardinality(page.path), 0) = 1 AS "isHead"
        FROM page JOIN comments ON comments.id = page.id
       WHERE page.nth <= ${pageLimits.repliesPerThread + 1}
       ORDER BY page.path NULLS FIRST, depth`,
  )
}
