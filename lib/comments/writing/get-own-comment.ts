import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import type { Comment } from '@/lib/comments/comment'
import { toComment } from '@/lib/comments/comment-row'
import type { Verdict } from '@/lib/comments/screening/draft'
import { query } from '@/lib/db/client'
import { AppError, NotFound } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { editableUntil, isEditToken } from './edit-token'

/** A comment as its author sees it, public or not. */
export type OwnComment = {
  comment: Comment
  /** Spam is reported as pending, so that spammers do not learn that it was detected. */
  status: Exclude<Verdict, 'spam'>
  /** Text of a held edit, while `comment` has the public text. */
  waitingContent: string | null
  postTitle: string
  editableUntil: Date
}

/**
 * Returns a comment for a person who may edit it.
 * @param by the edit token, or a signed-in staff member, who may edit any comment
 * @throws NotFound if it does not exist or was deleted; AppError `unauthorized` for a wrong token;
 * DatabaseUnavailable
 */
export async function getOwnComment(id: number, by: string | Actor): Promise<OwnComment> {
  const row = await query((client) =>
    client.comment.findUnique({
      where: { id },
      include: { post: { select: { slug: true, title: true } } },
    }),
  )
  if (!row || row.status === 'deleted') throw new NotFound('comment', id)
  if (typeof by !== 'string') requireRole(by, 'moderator')
  else if (!isEditToken(row, by)) throw new AppError('unauthorized', errorText('editToken'))
  const status = row.status === 'published' ? 'published' : 'pending'
  const comment = toComment({ ...row, status: 'published', postSlug: row.post.slug })
  return {
    comment,
    status,
    waitingContent: row.waitingContent,
    postTitle: row.post.title,
    editableUntil: editableUntil(row),
  }
}
