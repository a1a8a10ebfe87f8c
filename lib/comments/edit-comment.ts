import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { query } from '@/lib/db'
import { AppError, NotFound } from '@/lib/errors'
import type { Comment } from './comment'
import { findComment } from './find-comment'
import { getOwnComment } from './get-own-comment'
import { screenComment, type Writer } from './screen-comment'

/**
 * Changes what a comment says, for its author and within 15 minutes, or for the staff at any time. What it said before
 * is kept for the owner.
 * @param by the comment's token, or who is signed in
 * @returns the comment, with what stands beneath it
 * @throws NotFound; AppError `unauthorized`, `too-late`; DatabaseAway
 */
export async function editComment(id: number, content: string, by: string | Actor, writer: Writer = {}): Promise<Comment> {
  const own = await getOwnComment(id, by)
  if (typeof by === 'string' && own.editableUntil < new Date()) {
    throw new AppError('too-late', 'A comment can be changed for 15 minutes. It can still be deleted.')
  }
  const { verdict } = await screenComment({ id, slug: own.comment.post_slug, content, authorName: own.comment.author_name }, writer)
  const changed = await query(
    (client) => client.$executeRaw`
      WITH old AS (
        SELECT id, content FROM comments WHERE id = ${id} AND status IN ('pending', 'published') FOR NO KEY UPDATE
      ), kept AS (
        INSERT INTO comment_edits (comment_id, content) SELECT id, content FROM old WHERE content <> ${content}
      )
      UPDATE comments
         SET content = ${content},
             edited_at = CASE WHEN old.content <> ${content} THEN now() ELSE edited_at END,
             -- What waits for a judge goes on waiting.
             status = CASE WHEN comments.status = 'pending' THEN comments.status ELSE ${verdict}::comment_status END
        FROM old WHERE comments.id = old.id`,
  )
  if (changed === 0) throw new NotFound('comment', id)
  return (await findComment(id))?.comment ?? { ...own.comment, content }
}
