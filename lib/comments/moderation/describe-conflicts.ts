import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { commentVersion } from './comment-version'
import type { CommentStatus, MissedComment } from './moderation'

type Row = { id: number; status: CommentStatus; by: string | null; at: Date | null }

/**
 * Describes comments that could not be judged because they had changed: their current status and,
 * if it results from a verdict, who gave it. Without a name, the author edited or deleted the
 * comment.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function describeConflicts(
  actor: Actor | undefined,
  ids: number[],
): Promise<MissedComment[]> {
  requireRole(actor, 'moderator')
  if (ids.length === 0) return []
  const rows = await query(
    (client) => client.$queryRaw<Row[]>`
      SELECT comments.id, comments.status::text AS status, last.name AS by, last.judged_at AS at
        FROM comments LEFT JOIN LATERAL (
          SELECT staff.name, greatest(judged_at, undone_at) AS judged_at, CASE
            WHEN undone_at IS NULL THEN to_status ELSE from_status END AS status,
                 undone_at IS NOT NULL OR version = ${commentVersion} AS is_of_these_words
            FROM comment_judgements LEFT JOIN staff ON staff.id = staff_id
           WHERE comment_id = comments.id ORDER BY comment_judgements.id DESC LIMIT 1
        ) AS last ON last.status = comments.status AND comments.content <> ''
          AND last.is_of_these_words
       WHERE comments.id = ANY(${ids}::integer[])`,
  )
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id)
    return {
      id,
      done: false,
      now: row?.status ?? 'gone',
      by: row?.by ?? null,
      at: row?.at?.toISOString() ?? null,
    }
  })
}
