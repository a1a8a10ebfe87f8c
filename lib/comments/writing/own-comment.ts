import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { type Comment, toTombstone } from '@/lib/comments/comment'
import { toComment } from '@/lib/comments/comment-row'
import { erasedJudgement, erasedText } from '@/lib/comments/erased-columns'
import { getCommentVersion } from '@/lib/comments/moderation/comment-version'
import { addReasons, moderateComments } from '@/lib/comments/moderation/moderate-comments'
import { editAsStaff } from '@/lib/comments/moderation/staff-actions'
import { findComment } from '@/lib/comments/reading/find-comment'
import type { Commenter, Verdict } from '@/lib/comments/screening/draft'
import { type Screening, screenComment } from '@/lib/comments/screening/screen-comment'
import { executeSql, inTransaction, query } from '@/lib/db/client'
import { AppError, NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { errorText } from '@/lib/i18n/error-text'
import { announceHeld } from '@/lib/mail/announce-comment'
import { threadTitle } from '@/lib/threads/thread-url'
import { editableUntil, isEditToken } from './edit-token'
import { lockWithTop } from './lock-with-top'

/** A comment as its author sees it, public or not. */
export type OwnComment = Awaited<ReturnType<typeof getOwnComment>>

/**
 * Returns a comment for a person who may edit it, and the text of a held edit, while `comment` has
 * the public text. The URL of the thread is empty for posts.
 * @param by the edit token, or a signed-in staff member, who may edit any comment on their sites
 * @throws NotFound if it does not exist, was deleted, or is on another site; AppError
 * `unauthorized` for a wrong token; DatabaseUnavailable
 */
export async function getOwnComment(id: number, by: string | Actor) {
  const row = await query((client) =>
    client.comment.findUnique({
      where: { id },
      include: { thread: { select: { slug: true, title: true, url: true } } },
    }),
  )
  if (!row || row.status === 'deleted') throw new NotFound('comment', id)
  if (typeof by !== 'string') await getCommentVersion(by, id)
  else if (!isEditToken(row, by)) throw new AppError('unauthorized', errorText('editToken'))
  // Spam is reported as pending, so that spammers do not learn that it was detected.
  const status: Exclude<Verdict, 'spam'> = row.status === 'published' ? 'published' : 'pending'
  const comment = toComment({ ...row, status: 'published', postSlug: row.thread.slug })
  return {
    comment,
    status,
    waitingContent: row.waitingContent,
    postTitle: threadTitle(row.thread),
    url: row.thread.url,
    editableUntil: editableUntil(row),
  }
}

/**
 * Edits a comment: authors within 15 minutes, staff at any time and as in the admin area. The
 * author's new text is screened again. If it is held, the earlier text stays public until a
 * moderator decides.
 * @param by the edit token, or the signed-in staff member
 * @returns the comment with its replies, and with its public text if the edit is held
 * @throws NotFound; AppError `unauthorized`, `edit-window-closed`, `edit-conflict`;
 * DatabaseUnavailable
 */
export async function editComment(
  id: number,
  content: string,
  by: string | Actor,
  commenter: Commenter = {},
): Promise<Pick<OwnComment, 'comment' | 'status'>> {
  const own = await getOwnComment(id, by)
  if (typeof by !== 'string') {
    await editAsStaff(by, await getCommentVersion(by, id), content)
    return {
      comment: (await findComment(id))?.comment ?? { ...own.comment, content },
      status: own.status,
    }
  }
  if (own.editableUntil < new Date())
    throw new AppError('edit-window-closed', errorText('editWindow'))
  const screening = await screenComment(
    { id, slug: own.comment.post_slug, content, authorName: own.comment.author_name },
    commenter,
  )
  const changed = await write(id, content, screening)
  if (!changed) throw new NotFound('comment', id)
  const status = changed.isPublished && !changed.isWaiting ? 'published' : 'pending'
  const found = changed.isPublished ? await findComment(id) : undefined
  return {
    comment: found?.comment ?? {
      ...own.comment,
      content: changed.isWaiting ? own.comment.content : content,
    },
    status,
  }
}

/**
 * Writes an edit depending on the status of the locked row. Notifies the owner of held edits, but
 * not of spam. An edit by the author removes the mark of a staff edit.
 */
async function write(id: number, content: string, { verdict, reasons, textHash }: Screening) {
  const found = Prisma.sql`${JSON.stringify(reasons)}::jsonb`
  return inTransaction(async (transaction) => {
    const [changed] = await transaction.$queryRaw<{ isPublished: boolean; isWaiting: boolean }[]>`
    WITH ${lockWithTop(Prisma.sql`SELECT ${id}::integer`)}, old AS (
      SELECT id, content, status = 'published' AS is_published, status = 'published'
        AND ${verdict} <> 'published' AND content <> ${content} AS waits
        FROM locked WHERE id = ${id} AND status <> 'deleted'
    ), kept AS (
      INSERT INTO comment_edits (comment_id, content) SELECT id, content FROM old
        WHERE content <> ${content} AND NOT waits
    )
    UPDATE comments
       SET content = CASE WHEN waits THEN old.content ELSE ${content} END,
           text_hash = CASE WHEN waits THEN text_hash ELSE ${textHash} END,
           edited_at = CASE WHEN old.content <> ${content} AND NOT waits THEN now()
             ELSE edited_at END,
           edited_by = CASE WHEN old.content = ${content} OR waits THEN edited_by END,
           waiting_content = CASE WHEN waits THEN ${content} END,
           waiting_since = CASE WHEN waits THEN coalesce(waiting_since, now()) END,
           screening = CASE WHEN waits THEN screening
             ELSE ${addReasons(Prisma.sql`screening`, found)} END,
           waiting_screening = CASE WHEN waits THEN ${found} ELSE '[]' END,
           status = CASE WHEN status = 'pending' AND ${verdict} = 'spam' THEN 'spam'
             ELSE status END
      FROM old WHERE comments.id = old.id
    RETURNING is_published AS "isPublished", waits AS "isWaiting"`
    if (changed?.isWaiting && verdict === 'pending') await announceHeld(transaction, id)
    return changed
  })
}

/**
 * Deletes a comment. If the author deletes it, its text, name and address are erased, and so is the
 * submission of a plain form, so that the same text can be submitted again. A deletion by staff is
 * a verdict that can be undone.
 * @param by the edit token, or the signed-in staff member
 * @returns the tombstone, or the comment without its text and name
 * @throws NotFound; AppError `unauthorized`, `edit-conflict`; DatabaseUnavailable
 */
export async function deleteComment(id: number, by: string | Actor): Promise<Comment> {
  const { comment } = await getOwnComment(id, by)
  if (typeof by === 'string') await erase(id)
  else {
    const [judged] = await moderateComments(by, [await getCommentVersion(by, id)], 'deleted')
    if (!judged?.done) throw new AppError('edit-conflict', errorText('commentChanged'))
  }
  return (await findComment(id))?.comment ?? toTombstone(comment)
}

async function erase(id: number): Promise<void> {
  await executeSql`
    WITH ${lockWithTop(Prisma.sql`SELECT ${id}::integer`)}, edits AS (
      DELETE FROM comment_edits WHERE comment_id = ${id}
    ), submissions AS (
      DELETE FROM comment_submissions WHERE comment_id = ${id} AND key LIKE 'form:%'
    ), judgements AS (
      UPDATE comment_judgements SET ${erasedJudgement} WHERE comment_id = ${id}
    )
    UPDATE comments SET status = 'deleted', ${erasedText}
      FROM locked WHERE comments.id = locked.id AND comments.id = ${id}`
}
