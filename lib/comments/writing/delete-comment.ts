import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import type { Comment } from '@/lib/comments/comment'
import { judgeComments } from '@/lib/comments/moderation/judge-comments'
import { seeComment } from '@/lib/comments/moderation/see-comment'
import { findComment } from '@/lib/comments/reading/find-comment'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { getOwnComment } from './get-own-comment'
import { lockWithTop } from './lock-with-top'

/**
 * Takes a comment back, for its author, and at any time. Its words, name and address are gone for good; where replies
 * stand beneath it, a tombstone keeps their place. A submission that a plain form made is forgotten with it, so that
 * the same words can be written again. The staff deletes as in the admin area: a verdict, which can be taken back.
 * @param by the comment's token, or who is signed in
 * @returns what is left of it
 * @throws NotFound; AppError `unauthorized`, `edit-conflict`; DatabaseUnavailable
 */
export async function deleteComment(id: number, by: string | Actor): Promise<Comment> {
  const { comment } = await getOwnComment(id, by)
  if (typeof by === 'string') await erase(id)
  else {
    const [judged] = await judgeComments(by, [await seeComment(by, id)], 'deleted')
    if (!judged?.done)
      throw new AppError(
        'edit-conflict',
        'The comment was changed at the same time. Look at it as it is now.',
      )
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
        UPDATE comment_judgements SET content_before = NULL, waiting_before = NULL, screening_before = NULL, waiting_screening_before = NULL WHERE comment_id = ${id}
      )
      UPDATE comments SET status = 'deleted', content = '', author_name = '', address_id = NULL, waiting_content = NULL, waiting_since = NULL, text_hash = '', screening = '[]', waiting_screening = '[]'
        FROM locked WHERE comments.id = locked.id AND comments.id = ${id}`,
  )
}
