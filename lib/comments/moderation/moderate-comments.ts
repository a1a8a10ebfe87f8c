import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { textHash } from '@/lib/comments/screening/text-hash'
import { lockWithTop } from '@/lib/comments/writing/lock-with-top'
import { inTransaction, queryRows, violates } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { errorText } from '@/lib/i18n/error-text'
import { announcePublished } from '@/lib/mail/announce-comment'
import { commentVersion } from './comment-version'
import { isModeratedBy } from './moderated-sites'
import type { CommentStatus, Judged, Judgement, MissedComment, SeenComment } from './moderation'

/** A changed verdict, and the text of the comment if that changed too. */
export type VerdictRow = Omit<Extract<Judged, { done: true }>, 'done'> & {
  newContent: string | null
}

/**
 * Applies a verdict to the comments that are unchanged since the moderator saw them, and describes
 * the others.
 * @returns one outcome per comment, in the given order
 * @throws AppError `unauthorized`, `thread-full`; DatabaseUnavailable
 */
export async function moderateComments(
  actor: Actor | undefined,
  seen: SeenComment[],
  verdict: Judgement,
): Promise<Judged[]> {
  requireRole(actor, 'moderator')
  const done = await applyVerdicts((transaction) => judge(transaction, actor, seen, verdict))
  const missed = seen.filter(({ id }) => !done.some((one) => one.id === id))
  const others = await describeConflicts(
    actor,
    missed.map(({ id }) => id),
  )
  const outcomes = [...done, ...others]
  return seen.flatMap(({ id }) => outcomes.filter((one) => one.id === id))
}

/**
 * Runs a statement that changes verdicts, updates text hashes and queues e-mails in one
 * transaction.
 * @throws AppError `thread-full`; DatabaseUnavailable
 */
export async function applyVerdicts(
  statement: (transaction: Prisma.TransactionClient) => Promise<VerdictRow[]>,
): Promise<Judged[]> {
  try {
    return await inTransaction(async (transaction) => {
      const rows = await statement(transaction)
      // SQL cannot fold text.
      for (const { id, newContent } of rows)
        if (newContent !== null) {
          const data = { textHash: textHash(newContent) }
          await transaction.comment.updateMany({ where: { id }, data })
        }
      const published = rows.filter(
        ({ from, status }) => status === 'published' && from !== 'published',
      )
      await announcePublished(
        transaction,
        published.map(({ id }) => id),
      )
      return rows.map(({ newContent: _, ...row }) => ({ ...row, done: true }))
    })
  } catch (cause) {
    if (!violates(cause, 'comments_published_replies_check')) throw cause
    throw new AppError('thread-full', errorText('threadFullUnchanged'), [], { cause })
  }
}

/**
 * Applies verdicts in one statement. Locks the rows and the tops of their threads in the order of
 * their ids, so that moderators cannot deadlock, and then compares the versions.
 */
function judge(
  transaction: Prisma.TransactionClient,
  actor: Actor,
  seen: SeenComment[],
  verdict: Judgement,
): Promise<VerdictRow[]> {
  const to = verdict === 'keep' ? 'published' : verdict
  const found = addReasons(Prisma.sql`judged.screening`, Prisma.sql`judged.waiting_screening`)
  const isEditApproved = Prisma.sql`of_edit AND ${verdict} <> 'keep'`
  const column = <Name extends keyof SeenComment>(name: Name) => seen.map((one) => one[name])
  return transaction.$queryRaw<VerdictRow[]>`
    WITH requested AS (
      SELECT requested.* FROM unnest(${column('id')}::integer[], ${column('status')}::text[],
        ${column('version')}::text[]) AS requested (id, status, version)
        JOIN comments ON comments.id = requested.id WHERE ${isModeratedBy(actor)}
    ), ${lockWithTop(Prisma.sql`SELECT id FROM requested`)}, judged AS (
      SELECT comments.*, comments.status = 'published' AND waiting_content IS NOT NULL
        AND ${to} = 'published' AS of_edit
        FROM locked AS comments JOIN requested ON requested.id = comments.id
          AND requested.status = comments.status::text AND requested.version = ${commentVersion}
        -- A comment that its author deleted, or that was erased, has no text left to moderate.
       WHERE comments.content <> ''
         AND (comments.status::text <> ${to} OR waiting_content IS NOT NULL AND ${to} = 'published')
         AND (${verdict} <> 'keep' OR comments.status = 'published' AND waiting_content IS NOT NULL)
    ), kept AS (
      INSERT INTO comment_edits (comment_id, content) SELECT id, content FROM judged
        WHERE ${isEditApproved}
    ), changed AS (
      UPDATE comments
         SET status = ${to}::comment_status,
             content = CASE WHEN ${isEditApproved} THEN judged.waiting_content
               ELSE judged.content END,
             edited_at = CASE WHEN ${isEditApproved} THEN now() ELSE comments.edited_at END,
             waiting_content = CASE WHEN of_edit THEN NULL ELSE judged.waiting_content END,
             waiting_since = CASE WHEN of_edit THEN NULL ELSE comments.waiting_since END,
             screening = CASE WHEN ${isEditApproved} THEN ${found} ELSE judged.screening END,
             waiting_screening = CASE WHEN of_edit THEN '[]' ELSE judged.waiting_screening END
        FROM judged WHERE comments.id = judged.id
      RETURNING comments.id, comments.post_id, ${commentVersion} AS version,
        CASE WHEN ${isEditApproved} THEN comments.content END AS edited_content
    ), judgement AS (
      INSERT INTO comment_judgements (comment_id, from_status, to_status, staff_id, version,
        content_before, waiting_before, screening_before, waiting_screening_before)
      SELECT judged.id, status, ${to}::comment_status, ${actor.staffId}, changed.version,
             CASE WHEN of_edit THEN content END, CASE WHEN of_edit THEN waiting_content END,
             CASE WHEN of_edit THEN screening END, CASE WHEN of_edit THEN waiting_screening END
        FROM judged JOIN changed ON changed.id = judged.id
      RETURNING id, comment_id, from_status, to_status
    )
    SELECT changed.id, judgement.id AS "judgementId", from_status::text AS "from",
      to_status::text AS status, threads.slug AS "postSlug",
      edited_content AS "newContent"
      FROM changed JOIN judgement ON comment_id = changed.id
        JOIN threads ON threads.id = changed.post_id`
}

type ConflictRow = { id: number; status: CommentStatus; by: string | null }

/**
 * Describes comments that had changed before the verdict. `by` is null unless the current state
 * comes from a verdict by a current staff member.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function describeConflicts(
  actor: Actor | undefined,
  ids: number[],
): Promise<MissedComment[]> {
  requireRole(actor, 'moderator')
  if (ids.length === 0) return []
  const rows = await queryRows<ConflictRow>`
    SELECT comments.id, comments.status::text AS status, last.name AS by
      FROM comments LEFT JOIN LATERAL (
        SELECT staff.name,
               CASE WHEN undone_at IS NULL THEN to_status ELSE from_status END AS status,
               undone_at IS NOT NULL OR version = ${commentVersion} AS is_of_this_text
          FROM comment_judgements LEFT JOIN staff ON staff.id = staff_id
         WHERE comment_id = comments.id ORDER BY comment_judgements.id DESC LIMIT 1
      ) AS last ON last.status = comments.status AND comments.content <> ''
        AND last.is_of_this_text
     WHERE comments.id = ANY(${ids}::integer[]) AND ${isModeratedBy(actor)}`
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id)
    return { id, done: false, now: row?.status ?? 'gone', by: row?.by ?? null }
  })
}

/** Returns reasons (`jsonb`) with others added, without duplicates. */
export function addReasons(kept: Prisma.Sql, added: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    ${kept} || (SELECT coalesce(jsonb_agg(reason), '[]')
      FROM jsonb_array_elements(${added}) AS reason
     WHERE NOT ${kept} @> jsonb_build_array(reason)))`
}
