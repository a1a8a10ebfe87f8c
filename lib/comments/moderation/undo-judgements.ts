import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { lockWithTop } from '@/lib/comments/writing/lock-with-top'
import { query, queryRows } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { isUndoable } from './comment-version'
import { applyVerdicts, describeConflicts, type VerdictRow } from './moderate-comments'
import { isModeratedBy } from './moderated-sites'
import type { Judged } from './moderation'

/**
 * Undoes verdicts of any moderator and age, and makes moderated edits pending again. Only the last
 * verdict on an unchanged comment can be undone; otherwise, unreviewed text could become public.
 * @returns one outcome per affected comment
 * @throws AppError `unauthorized`, `thread-full`; DatabaseUnavailable
 */
export async function undoJudgements(actor: Actor | undefined, ids: number[]): Promise<Judged[]> {
  requireRole(actor, 'moderator')
  const done = await applyVerdicts((transaction) => undo(transaction, actor, ids))
  const missed = await query((client) =>
    client.commentJudgement.findMany({
      where: { id: { in: ids }, commentId: { notIn: done.map(({ id }) => id) } },
      select: { commentId: true },
      distinct: ['commentId'],
    }),
  )
  const others = await describeConflicts(
    actor,
    missed.map(({ commentId }) => commentId),
  )
  return [...done, ...others]
}

/** The condition that no later verdict on a comment (`comments`) follows a `judgement`. */
const isLast = Prisma.sql`NOT EXISTS (SELECT 1 FROM comment_judgements AS later
  WHERE later.comment_id = comments.id AND later.id > judgement.id AND later.undone_at IS NULL)`

/** Undoes verdicts in one statement, and restores the text that an approved edit replaced. */
function undo(transaction: Prisma.TransactionClient, actor: Actor, ids: number[]) {
  return transaction.$queryRaw<VerdictRow[]>`
    WITH requested AS (
      SELECT comment_judgements.* FROM comment_judgements
        JOIN comments ON comments.id = comment_id
       WHERE comment_judgements.id = ANY(${ids}::integer[]) AND undone_at IS NULL
         AND ${isModeratedBy(actor)}
    ), ${lockWithTop(Prisma.sql`SELECT comment_id FROM requested`)}, undone AS (
      UPDATE comment_judgements AS judgement SET undone_at = now()
        FROM locked AS comments
       WHERE judgement.id IN (SELECT id FROM requested) AND judgement.comment_id = comments.id
         AND judgement.undone_at IS NULL
         AND ${isUndoable} AND ${isLast}
      RETURNING judgement.*
    ), replaced AS (
      SELECT DISTINCT ON (comment_id) comment_edits.id, comment_id FROM comment_edits
        JOIN undone USING (comment_id)
       WHERE comment_edits.content = content_before
         AND waiting_before = (SELECT content FROM locked WHERE locked.id = comment_id)
       ORDER BY comment_id, comment_edits.id DESC
    ), forgotten AS (
      DELETE FROM comment_edits WHERE id IN (SELECT id FROM replaced)
    ), changed AS (
      UPDATE comments
         SET status = from_status,
             content = CASE WHEN replaced.id IS NULL THEN comments.content ELSE content_before END,
             edited_at = CASE WHEN replaced.id IS NULL THEN edited_at
               ELSE (SELECT max(replaced_at) FROM comment_edits
                      WHERE comment_id = comments.id AND comment_edits.id <> replaced.id) END,
             waiting_content = coalesce(waiting_before, waiting_content),
             waiting_since = CASE WHEN waiting_before IS NULL THEN waiting_since ELSE judged_at END,
             screening = coalesce(screening_before, screening),
             waiting_screening = coalesce(waiting_screening_before, waiting_screening)
        FROM undone LEFT JOIN replaced ON replaced.comment_id = undone.comment_id
       WHERE comments.id = undone.comment_id
      RETURNING comments.id, undone.id AS judgement_id, to_status, from_status, post_id,
                CASE WHEN replaced.id IS NOT NULL THEN comments.content END AS restored_content
    )
    SELECT changed.id, judgement_id AS "judgementId", to_status::text AS "from",
      from_status::text AS status, threads.slug AS "postSlug",
      restored_content AS "newContent"
      FROM changed JOIN threads ON threads.id = post_id`
}

/**
 * The maximum number of rows to search for a staff member's last decision. Bounds the query: a
 * decision cannot be found any more after so many newer verdicts by any staff members.
 */
const recentRows = 1_000

/**
 * Returns the verdicts of a staff member's last decision, if they can still undo it: within a day
 * and unless the comments have changed. Reads them from the database, so that undo survives a
 * reload and works in another browser.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function findLastDecision(actor: Actor | undefined) {
  requireRole(actor, 'moderator')
  const [last] = await queryRows<{ judgementIds: number[]; at: Date }>`
    SELECT array_agg(judgement.id ORDER BY judgement.id) AS "judgementIds", judged_at AS at
      FROM comment_judgements AS judgement JOIN comments ON comments.id = comment_id
     WHERE judgement.id > (SELECT max(id) FROM comment_judgements) - ${recentRows}
       AND judgement.staff_id = ${actor.staffId} AND undone_at IS NULL
       AND judged_at > now() - interval '1 day'
       AND ${isUndoable} AND ${isLast} AND ${isModeratedBy(actor)}
     GROUP BY judged_at ORDER BY judged_at DESC LIMIT 1`
  return last
}
