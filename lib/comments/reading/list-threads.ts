import 'server-only'
import type { StaffRole } from '@/lib/auth/actor'
import type { Comment } from '@/lib/comments/comment'
import { type CommentRow, commentColumns, toComment } from '@/lib/comments/comment-row'
import { queryRows } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import type { CommentOrder } from '@/lib/settings/blog-input'
import { isCommentPublic, isThreadPublic, publicCommentCount } from '@/lib/threads/public-thread'

/** The data of a comment that a page shows in addition to `Comment`. */
type Shown = {
  isEdited: boolean
  /** True if the author confirmed the e-mail address given with it. */
  isVerified: boolean
  /** Role of the staff member who edited it; null if only the author did. */
  editedBy: 'owner' | 'moderator' | null
  /** Staff role of the author, shown beside the name. */
  staffRole: StaffRole | null
  isPinned: boolean
  likes: number
  /** The public comment it replies to, if that is not its parent but a sibling. */
  answered: { id: number; authorName: string } | null
  /** Number of public comments beneath it that the page leaves out. */
  repliesLeft: number
}

/** A comment on a page, with as many of its replies as the page holds. */
export type ShownComment = Omit<Comment, 'replies'> & Shown & { replies: ShownComment[] }

/** Threads of a post, or replies to one comment, on one page. */
export type ShownThreads = {
  threads: ShownComment[]
  /** Id of the last thread shown if there is a next page, which starts after it. */
  lastId: number | null
}

/** Limits of one page. The bytes are an estimate of the HTML size. */
export const pageLimits = {
  threads: 25,
  /** A page ends after the thread that reaches this size. */
  bytes: 100_000,
  repliesPerThread: 20,
  bytesPerThread: 60_000,
  /** Direct replies to one comment. */
  repliesPerComment: 10,
} as const

/**
 * Returns the numbers of public comments and of likes of the post with this current slug; 0 if
 * there is none.
 * @throws DatabaseUnavailable
 */
export async function countOfPost(slug: string): Promise<{ comments: number; likes: number }> {
  const [row] = await queryRows<{ comments: number; likes: number }>`
    SELECT ${publicCommentCount(Prisma.sql`threads.id`)} AS comments, likes FROM threads
     WHERE slug = ${slug}`
  return row ?? { comments: 0, likes: 0 }
}

/**
 * Returns a page of the threads of the post with this current slug, with the oldest replies first.
 * @param options.after `lastId` of the previous page
 * @throws DatabaseUnavailable
 */
export async function listThreads(
  slug: string,
  { order = 'oldest', after }: { order?: CommentOrder; after?: number | undefined } = {},
): Promise<ShownThreads> {
  return cutThreads(await readThreadRows({ slug, order, after }))
}

/** A comment with its ancestors, from the top of the thread, and replies. */
export type CommentInContext = NonNullable<Awaited<ReturnType<typeof getCommentInContext>>>

/**
 * Returns a public comment, its ancestors, and a page of replies, oldest first, as `threads`.
 * Returns undefined if the post has no such comment or an ancestor is hidden.
 * @param after `lastId` of the previous page
 * @throws DatabaseUnavailable
 */
export async function getCommentInContext(slug: string, id: number, after?: number) {
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

type ThreadRow = CommentRow &
  Shown & {
    /** True for the requested comment and its ancestors. */
    isAbove: boolean
    /** True if it is the first comment of a thread on the page. */
    isHead: boolean
  }

function toShownComment(row: ThreadRow): ShownComment {
  const { isEdited, isVerified, editedBy, staffRole, isPinned, likes, answered } = row
  const shown = { isEdited, isVerified, editedBy, staffRole, isPinned, likes, answered }
  return { ...toComment(row), ...shown, repliesLeft: row.repliesLeft, replies: [] }
}

/** Assembles a page from rows in reading order, up to the thread that reaches the page limit. */
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
    parent.repliesLeft -= (row.status === 'published' ? 1 : 0) + row.repliesLeft
    bytes += estimatedBytes(row)
  }
  return { top, bytes }
}

type ThreadQuery = {
  slug: string
  /** Id of the comment whose replies are requested; without it, the threads of the post. */
  beneath?: number
  order: CommentOrder
  /** Id of the last comment on the previous page. If it is not on this level, the page is empty. */
  after: number | undefined
}

/** Rows read per level: more than a page can show. */
const rowsPerLevel = 200

/** The pinned comment of the post, if it is public. */
const pinned = Prisma.sql`(SELECT comments.id FROM comments
  JOIN post ON comments.id = post.pinned_comment_id WHERE status = 'published')`

const byTime = [Prisma.sql`created_at`, Prisma.sql`id`]
const ascending = { direction: Prisma.sql`ASC`, isLater: Prisma.sql`>` }
const descending = { direction: Prisma.sql`DESC`, isLater: Prisma.sql`<` }

/**
 * The keys and direction of each order. `beginning` is a value of the first key that sorts before
 * all others. The index `comments_best` contains the score of the best comments.
 */
const sortings = {
  oldest: { keys: byTime, ...ascending, beginning: Prisma.sql`'-infinity'::timestamptz` },
  newest: { keys: byTime, ...descending, beginning: Prisma.sql`'infinity'::timestamptz` },
  best: {
    keys: [Prisma.sql`(votes_down - votes_up - likes)`, ...byTime],
    ...ascending,
    beginning: Prisma.sql`-2147483648`,
  },
}

/** Selects the first comment of each thread on the page and one more, the pinned one first. */
function selectHeads({ beneath, order, after }: ThreadQuery): Prisma.Sql {
  const isOfPost = beneath === undefined
  const level = isOfPost
    ? Prisma.sql`post_id = (SELECT id FROM post) AND parent_id IS NULL`
    : Prisma.sql`parent_id = ${beneath}`
  const { keys, direction, isLater, beginning } = sortings[order]
  const sortKeys = Prisma.join(keys.map((key) => Prisma.sql`${key} ${direction}`))
  const sorted = Prisma.sql`ORDER BY ${sortKeys}`
  // A comment that has been hidden in the meantime remains a valid position for readers with an
  // open page. The pinned comment precedes all others.
  const start = keys.map((key, index) => {
    const value =
      index > 0 ? key : Prisma.sql`CASE WHEN id = ${pinned} THEN ${beginning} ELSE ${key} END`
    return Prisma.sql`(SELECT ${value} FROM comments AS start
      WHERE start.id = ${after ?? 0} AND ${level})`
  })
  const position =
    after === undefined
      ? Prisma.empty
      : Prisma.sql`AND (${Prisma.join(keys)}) ${isLater} (${Prisma.join(start)})`
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
function readThreadRows(threadQuery: ThreadQuery): Promise<ThreadRow[]> {
  return queryRows<ThreadRow>`
    WITH RECURSIVE post AS MATERIALIZED (
      SELECT threads.id,
        coalesce(posts.pinned_comment_id, threads.pinned_comment_id) AS pinned_comment_id
        FROM threads LEFT JOIN posts ON posts.id = threads.id
       WHERE threads.slug = ${threadQuery.slug} AND ${isThreadPublic}
    ), above AS (
      SELECT id, parent_id FROM comments WHERE id = ${threadQuery.beneath ?? 0}
        AND post_id = (SELECT id FROM post) AND ${isCommentPublic}
      UNION ALL
      SELECT comments.id, comments.parent_id FROM above
        JOIN comments ON comments.id = above.parent_id
       WHERE status IN ('published', 'deleted')
    ), shown AS (
      SELECT id, ARRAY[nth] AS path FROM (${selectHeads(threadQuery)}) AS head
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
    SELECT ${commentColumns}, ${threadQuery.slug} AS "postSlug",
           edited_at IS NOT NULL AS "isEdited", edited_by::text AS "editedBy",
           verified_at IS NOT NULL AS "isVerified",
           (SELECT role::text FROM staff WHERE staff.id = comment.staff_id) AS "staffRole",
           comment.id IS NOT DISTINCT FROM (SELECT pinned_comment_id FROM post) AS "isPinned",
           likes, published_replies AS "repliesLeft",
           (SELECT jsonb_build_object('id', answered.id, 'authorName', answered.author_name)
              FROM comments AS answered WHERE answered.id = comment.answered_id
                AND answered.status = 'published') AS answered,
           page.path IS NULL AS "isAbove", coalesce(cardinality(page.path), 0) = 1 AS "isHead"
      FROM page JOIN comments AS comment ON comment.id = page.id
     WHERE page.nth <= ${pageLimits.repliesPerThread + 1}
     ORDER BY page.path NULLS FIRST, depth`
}
