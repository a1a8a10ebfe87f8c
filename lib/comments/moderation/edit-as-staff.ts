import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { textHash } from '@/lib/comments/screening/text-hash'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { commentVersion } from './comment-version'
import type { SeenComment } from './moderation'

/**
 * Edits a comment as staff, marks it with the editor's role and keeps the previous text. A pending
 * edit of the author stays pending, and the last verdict applies to the new text too.
 * @param seen the version that the editor saw; later changes are not overwritten
 * @param content as returned by `commentEditInput`
 * @returns the slug of the post
 * @throws AppError `unauthorized`, `edit-conflict`; DatabaseUnavailable
 */
export async function editAsStaff(
  actor: Actor | undefined,
  seen: SeenComment,
  content: string,
): Promise<string> {
  requireRole(actor, 'moderator')
  const [changed] = await query(
    (client) => client.$queryRaw<{ slug: string }[]>`
      WITH old AS (
        SELECT id, content, ${commentVersion} AS version FROM comments
         WHERE id = ${seen.id} AND status::text = ${seen.status}
           AND ${commentVersion} = ${seen.version} AND content <> ''
           FOR NO KEY UPDATE
      ), kept AS (
        INSERT INTO comment_edits (comment_id, content) SELECT id, content FROM old
          WHERE content <> ${content}
      ), changed AS (
      UPDATE comments
         SET content = ${content},
             text_hash = ${textHash(content)},
             edited_at = CASE WHEN old.content <> ${content} THEN now() ELSE edited_at END,
             edited_by = CASE WHEN old.content = ${content} OR staff_id = ${actor.staffId}
               THEN edited_by ELSE ${actor.role}::staff_role END
        FROM old, posts WHERE comments.id = old.id AND posts.id = comments.post_id
      RETURNING comments.id, posts.slug, old.version AS old_version, ${commentVersion} AS version
      ), carried AS (
        UPDATE comment_judgements SET version = changed.version FROM changed
         WHERE comment_id = changed.id AND comment_judgements.version = changed.old_version
           AND waiting_before IS NULL
      )
      SELECT slug FROM changed`,
  )
  if (!changed) throw new AppError('edit-conflict', errorText('commentChanged'))
  return changed.slug
}
