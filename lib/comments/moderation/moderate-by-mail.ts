import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { findMailRecipient } from '@/lib/auth/session'
import { queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import type { Comment, Thread } from '@/lib/generated/prisma/client'
import { quoteDigest, readModerationToken } from '@/lib/mail/mail-links'
import { commentVersion } from './comment-version'
import { moderateComments } from './moderate-comments'
import { isModeratedBy } from './moderated-sites'
import type { CommentStatus, Judgement, SeenComment } from './moderation'

type Columns = SeenComment &
  Pick<Comment, 'authorName' | 'content' | 'waitingContent'> &
  Pick<Thread, 'slug' | 'title' | 'url'>

type Row = Columns & {
  /**
   * The last decision since the e-mail was sent. A decision by the recipient (`isOwn`) takes
   * precedence and has used up the link.
   */
  decision: {
    by: string | null
    at: string
    to: CommentStatus
    isUndone: boolean
    isOwn: boolean
  } | null
}

/** A comment that an e-mail asks the recipient to moderate. */
export type MailedComment = Row & {
  /** False if the text has changed since the e-mail was sent, or the status without a decision. */
  isUnchanged: boolean
}

async function findMailedComment(token: string): Promise<{ actor: Actor; comment: MailedComment }> {
  const { staffId, commentId, status, text, sentAt } = readModerationToken(token)
  const actor = await findMailRecipient(staffId)
  const [row] = actor
    ? await queryRows<Row>`
      SELECT comments.id, comments.status::text AS status, ${commentVersion} AS version,
             author_name AS "authorName", content, waiting_content AS "waitingContent",
             slug, title, url,
             (SELECT jsonb_build_object('by', staff.name, 'at', judged_at, 'to', to_status,
                     'isUndone', undone_at IS NOT NULL,
                     'isOwn', staff_id IS NOT DISTINCT FROM ${staffId})
                FROM comment_judgements LEFT JOIN staff ON staff.id = staff_id
               WHERE comment_id = comments.id AND judged_at >= ${sentAt}
               ORDER BY staff_id IS NOT DISTINCT FROM ${staffId} DESC, comment_judgements.id DESC
               LIMIT 1) AS decision
        FROM comments JOIN threads ON threads.id = post_id
       WHERE comments.id = ${commentId} AND content <> '' AND ${isModeratedBy(actor)}`
    : []
  if (!actor || !row) throw new NotFound('comment', commentId)
  const isUnchanged =
    (row.status === status || row.decision !== null) &&
    quoteDigest(row.content, row.waitingContent) === text
  return { actor, comment: { ...row, isUnchanged } }
}

/**
 * Returns the comment of a moderation link with the last decision on it. Changes nothing.
 * @throws NotFound if it has been deleted, or the e-mail's recipient may no longer moderate it;
 * AppError `link-invalid`, `link-expired`; DatabaseUnavailable
 */
export async function getMailedComment(token: string): Promise<MailedComment> {
  return (await findMailedComment(token)).comment
}

/**
 * Applies a verdict through a moderation link, on behalf of the recipient of the e-mail. Their
 * first decision since the e-mail uses up its links, even if it was undone. Decisions by others do
 * not.
 * @returns the recipient and the outcome; no outcome for a used link or a changed comment
 * @throws as `getMailedComment`; AppError `thread-full`
 */
export async function moderateByMail(token: string, verdict: Judgement) {
  const { actor, comment } = await findMailedComment(token)
  const isValid = comment.isUnchanged && !comment.decision?.isOwn
  return { actor, outcomes: isValid ? await moderateComments(actor, [comment], verdict) : [] }
}
