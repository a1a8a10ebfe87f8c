import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { encodeCursor, isAfterCursor } from '@/lib/comments/reading/comment-cursor'
import { queryRows } from '@/lib/db/client'
import { likePattern } from '@/lib/db/like-pattern'
import { Prisma } from '@/lib/generated/prisma/client'
import { commentsClosedBy } from '@/lib/settings/comments-closed'
import { commentVersion, isUndoable } from './comment-version'
import { isModeratedBy, isOfSites } from './moderated-sites'
import {
  type AdminComment,
  type AdminQuery,
  type CommentStatus,
  commentsPerAdminPage,
  figuresMax,
  type ModeratedThread,
  type SeenComment,
} from './moderation'

/** Counts the other comments of the same author with a status, up to `figuresMax + 1`. */
const others = (actor: Actor, same: Prisma.Sql, status: CommentStatus) => Prisma.sql`
  (SELECT count(*) FROM (SELECT 1 FROM comments AS other WHERE ${same}
    AND other.status = ${status}::comment_status AND other.id <> comments.id
    AND ${isModeratedBy(actor, Prisma.sql`other.post_id`)}
    LIMIT ${figuresMax + 1}) AS counted)`

const figures = (actor: Actor, same: Prisma.Sql) =>
  Prisma.sql`jsonb_build_object('published', ${others(actor, same, 'published')}, 'spam',
    ${others(actor, same, 'spam')})`

/** The setting that closes the comments of a `threads` row, joined with `posts`. */
const closedBy = Prisma.sql`
  (CASE WHEN threads.site_id IS NULL THEN ${commentsClosedBy} WHEN threads.closed THEN 'post' END)`

/** The address that identifies the author, if they confirmed it. */
const confirmedAddress = Prisma.sql`
  CASE WHEN comments.verified_at IS NOT NULL THEN comments.address_id END AS "addressId"`

/** The condition for a held or spam ancestor, looked up by primary key on at most six levels. */
const isHiddenByAncestor = Prisma.sql`EXISTS (
  WITH RECURSIVE above AS (
    SELECT parent_id, status FROM comments AS parent WHERE parent.id = comments.parent_id
    UNION ALL
    SELECT next.parent_id, next.status FROM comments AS next JOIN above ON next.id = above.parent_id
  ) SELECT 1 FROM above WHERE status IN ('pending', 'spam'))`

/**
 * Returns one page of the admin area, newest first, with the context that a moderator needs.
 * @returns `next`, the cursor of the next page, and null on the last one
 * @throws AppError `unauthorized`, `invalid-parameters`; DatabaseUnavailable
 */
export async function listForAdmin(actor: Actor | undefined, filter: AdminQuery) {
  requireRole(actor, 'moderator')
  const rows = await queryRows<AdminComment>`
    WITH page AS MATERIALIZED (
      SELECT * FROM comments
       WHERE ${filterCondition(actor, filter)} AND ${isAfterCursor(filter.after, 'comments')}
       ${newestFirst} LIMIT ${commentsPerAdminPage + 1}
    )
    SELECT comments.id, comments.status::text AS status, ${commentVersion} AS version,
      comments.content, comments.waiting_content AS "waitingContent",
           comments.author_name AS "authorName", comments.staff_id IS NOT NULL AS "isStaff",
             comments.verified_at IS NOT NULL AS "isVerified", ${confirmedAddress},
           comments.created_at AS "createdAt", comments.edited_at AS "editedAt",
             comments.edited_by::text AS "editedBy",
             comments.waiting_screening || comments.screening AS reasons,
           (SELECT count(*)::integer FROM comment_reports
             WHERE comment_id = comments.id) AS reports,
           jsonb_build_object('slug', threads.slug, 'title', threads.title, 'url', threads.url,
             'site', sites.name, 'closedBy', ${closedBy}) AS post,
           CASE WHEN parent.id IS NOT NULL THEN jsonb_build_object('id', parent.id,
             'authorName', parent.author_name, 'content', left(parent.content, 500))
             END AS parent,
           ${isHiddenByAncestor} AS "isHiddenByAncestor", comments.parent_id IS NULL AS "isTop",
             coalesce(posts.pinned_comment_id, threads.pinned_comment_id)
               IS NOT DISTINCT FROM comments.id AS "isPinned",
           comments.network_key IS NOT NULL AS "hasNetwork",
           -- A confirmed address identifies the author better than a name, which anybody can use.
           CASE WHEN comments.address_id IS NOT NULL AND comments.verified_at IS NOT NULL
                THEN ${figures(
                  actor,
                  Prisma.sql`other.address_id = comments.address_id
                  AND other.verified_at IS NOT NULL`,
                )}
                ELSE ${figures(actor, Prisma.sql`other.author_name = comments.author_name`)}
             END AS others,
           (SELECT jsonb_build_object('id', judgement.id, 'by', staff.name, 'at',
             judgement.judged_at)
              FROM (SELECT * FROM comment_judgements WHERE comment_id = comments.id
                AND undone_at IS NULL ORDER BY id DESC LIMIT 1) AS judgement
              LEFT JOIN staff ON staff.id = judgement.staff_id
             WHERE ${isUndoable}) AS last
      FROM page AS comments JOIN threads ON threads.id = comments.post_id
      LEFT JOIN posts ON posts.id = threads.id LEFT JOIN sites ON sites.id = threads.site_id
      LEFT JOIN comments AS parent ON parent.id = coalesce(comments.answered_id,
        comments.parent_id)
     ${newestFirst}`
  const comments = rows.slice(0, commentsPerAdminPage)
  const last = comments.at(-1)
  return { comments, next: last && rows.length > commentsPerAdminPage ? encodeCursor(last) : null }
}

/** Number of comments that one decision may apply to. */
const bulkActionMax = 200

/**
 * Returns the pending comments by authors of some names, newest first: at most `bulkActionMax`.
 * `isBySameAuthor` tells authors of the same name apart.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function listPendingBy(actor: Actor | undefined, names: string[]) {
  requireRole(actor, 'moderator')
  if (names.length === 0) return []
  return queryRows<SeenComment & Pick<AdminComment, 'authorName' | 'addressId'>>`
    SELECT id, status::text AS status, ${commentVersion} AS version, author_name AS "authorName",
           ${confirmedAddress}
      FROM comments
     WHERE ${inTab.pending} AND status = 'pending' AND content <> ''
       AND author_name = ANY(${names}) AND ${isModeratedBy(actor)}
     ${newestFirst} LIMIT ${bulkActionMax}`
}

/**
 * Returns a post or page with the settings that close its comments; undefined if the staff member
 * may not moderate it.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function findModeratedThread(actor: Actor | undefined, slug: string) {
  requireRole(actor, 'moderator')
  const [thread] = await queryRows<ModeratedThread>`
    SELECT threads.slug, threads.title, threads.url, sites.name AS site,
           ${closedBy} AS "closedBy", posts.comments_close_after_days AS "closeAfterDays"
      FROM threads LEFT JOIN posts ON posts.id = threads.id
      LEFT JOIN sites ON sites.id = threads.site_id
     WHERE threads.slug = ${slug} AND ${isModeratedBy(actor, Prisma.sql`threads.id`)}`
  return thread
}

/** Conditions of the tabs, which match the conditions of the partial indexes literally. */
export const inTab: Record<CommentStatus, Prisma.Sql> = {
  pending: Prisma.sql`(comments.status = 'pending'::comment_status
    OR (comments.status = 'published'::comment_status AND comments.waiting_since IS NOT NULL))`,
  published: Prisma.sql`comments.status = 'published'::comment_status`,
  spam: Prisma.sql`comments.status = 'spam'::comment_status`,
  deleted: Prisma.sql`comments.status = 'deleted'::comment_status`,
}

/** Matches reasons of the text or of the pending edit. Each operand uses its own index. */
const isFoundBy = (reasons: string) =>
  Prisma.sql`(comments.screening @> ${reasons}::jsonb
    OR (comments.waiting_since IS NOT NULL AND comments.waiting_screening @> ${reasons}::jsonb))`

/** Returns the condition for a query of a staff member, without the page. */
export function filterCondition(actor: Actor, filter: AdminQuery): Prisma.Sql {
  const { status, search, post, author, network, site, rule } = filter
  const conditions = [inTab[status], isModeratedBy(actor)]
  if (search) {
    const words = likePattern(search)
    conditions.push(
      Prisma.sql`(comments.content ILIKE ${words} OR comments.author_name ILIKE ${words})`,
    )
  }
  if (post !== undefined)
    conditions.push(Prisma.sql`comments.post_id = (SELECT id FROM threads WHERE slug = ${post})`)
  if (author !== undefined) conditions.push(Prisma.sql`comments.author_name = ${author}`)
  if (network !== undefined)
    conditions.push(
      Prisma.sql`comments.network_key = (SELECT network_key FROM comments WHERE id = ${network}
        AND ${isModeratedBy(actor)})`,
    )
  if (site !== undefined) conditions.push(isOfSites(Prisma.sql`comments.post_id`, [site]))
  if (rule !== undefined) conditions.push(isFoundBy(JSON.stringify([{ rule }])))
  return Prisma.join(conditions, ' AND ')
}

/** Order of all lists in the admin area and of the indexes of its tabs. */
export const newestFirst = Prisma.sql`ORDER BY comments.created_at DESC, comments.id DESC`
