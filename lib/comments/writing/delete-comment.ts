import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import type { Comment } from '@/lib/comments/comment'
import { getCommentVersion } from '@/lib/comments/moderation/comment-version'
import { judgeComments } from '@/lib/comments/moderation/judge-comments'
import { findComment } from '@/lib/comments/reading/find-comment'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { getOwnComment } from './get-own-comment'
import { lockWithTop } from './lock-with-top'

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
    const [judged] = await judgeComments(by, [await getCommentVersion(by, id)], 'deleted')
    if (!judged?.done) throw new AppError('edit-conflict', errorText('commentChanged'))
  }
  return (await findComment(id))?.comment ?? { ...comment, content: '', author_name: '' }
}

async function erase(id: number): Promise<void> {
  await query(
    (client) => client.$executeRaw`
      WITH ${lockWithTop(id)}, edits AS (
        DELETE FROM comment_edits WHERE comment_id = ${id}
      ), submissions AS (
        DELETE FROM comment_submissions WHERE comment_id = ${id} AND key LIKE 'form:%'
      ), judgements AS (
        UPDATE comment_judgements SET content_before = NULL, waiting_before = NULL,
          screening_before = NULL, waiting_screening_before = NULL WHERE comment_id = ${id}
      )
      UPDATE comments SET status = 'deleted', content = '', author_name = '', address_id = NULL,
        waiting_content = NULL, waiting_since = NULL, text_hash = '', screening = '[]',
        waiting_screening = '[]'
        FROM locked WHERE comments.id = locked.id AND comments.id = ${id}`,
  )
}
