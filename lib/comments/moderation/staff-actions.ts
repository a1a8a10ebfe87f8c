import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { textHash } from '@/lib/comments/screening/text-hash'
import { type AddedComment, addComment } from '@/lib/comments/writing/add-comment'
import { queryRows } from '@/lib/db/client'
import { AppError, NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { errorText } from '@/lib/i18n/error-text'
import { commentVersion, getCommentVersion } from './comment-version'
import { moderateComments } from './moderate-comments'
import { isModeratedBy } from './moderated-sites'
import type { Judged, SeenComment } from './moderation'

/**
 * Edits a comment as staff, marks it with their role and keeps the previous text. A pending edit of
 * the author stays pending, and the last verdict applies to the new text too.
 * @param seen the version that the editor saw; later changes are not overwritten
 * @returns the slug of the post
 * @throws AppError `unauthorized`, `edit-conflict`; DatabaseUnavailable
 */
export async function editAsStaff(
  actor: Actor | undefined,
  seen: SeenComment,
  content: string,
): Promise<string> {
  requireRole(actor, 'moderator')
  const [changed] = await queryRows<{ slug: string }>`
    WITH old AS (
      SELECT id, content, ${commentVersion} AS version FROM comments
       WHERE id = ${seen.id} AND status::text = ${seen.status}
         AND ${commentVersion} = ${seen.version} AND content <> '' AND ${isModeratedBy(actor)}
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
        FROM old, threads WHERE comments.id = old.id AND threads.id = comments.post_id
      RETURNING comments.id, threads.slug, old.version AS old_version, ${commentVersion} AS version
    ), carried AS (
      UPDATE comment_judgements SET version = changed.version FROM changed
       WHERE comment_id = changed.id AND comment_judgements.version = changed.old_version
         AND waiting_before IS NULL
    )
    SELECT slug FROM changed`
  if (!changed) throw new AppError('edit-conflict', errorText('commentChanged'))
  return changed.slug
}

/**
 * Publishes a reply to a published comment under the name of the signed-in staff member.
 * @param key idempotency key: a repeated request does not add a second reply
 * @throws NotFound; AppError `unauthorized`, `comments-closed`, `thread-full`; DatabaseUnavailable
 */
export async function replyAsStaff(
  actor: Actor | undefined,
  parentId: number,
  content: string,
  key: string,
): Promise<Pick<AddedComment, 'comment' | 'status'>> {
  requireRole(actor, 'moderator')
  const [parent] = await queryRows<{ slug: string }>`
    SELECT slug FROM comments JOIN threads ON threads.id = post_id
     WHERE comments.id = ${parentId} AND ${isModeratedBy(actor)}`
  if (!parent) throw new NotFound('comment', parentId)
  const input = { slug: parent.slug, content, author_name: actor.name, parent_id: parentId }
  const { comment, status } = await addComment(
    input,
    { staff: actor },
    { text: `admin:${actor.staffId}:${key}`, isSecret: true },
  )
  return { comment, status }
}

/**
 * Approves a comment before a reply to it, unless it is already published with the text seen.
 * @returns the verdicts that were applied
 * @throws NotFound; AppError `unauthorized`, `edit-conflict`, `thread-full`; DatabaseUnavailable
 */
export async function approveToReply(
  actor: Actor | undefined,
  seen: SeenComment,
): Promise<Judged[]> {
  if (seen.status === 'published') return []
  const outcomes = await moderateComments(actor, [seen], 'published')
  if (outcomes[0]?.done) return outcomes
  const { status, version } = await getCommentVersion(actor, seen.id)
  if (status === 'published' && version === seen.version) return []
  throw new AppError('edit-conflict', errorText('commentChanged'))
}

/**
 * Pins a published top-level comment above the others of its post, or unpins it.
 * @returns the slug of the post
 * @throws AppError `unauthorized`, `invalid-parameters`; DatabaseUnavailable
 */
export async function pinComment(
  actor: Actor | undefined,
  id: number,
  isPinned: boolean,
): Promise<string> {
  requireRole(actor, 'moderator')
  const pinIn = (table: 'posts' | 'threads') => Prisma.sql`
    UPDATE ${Prisma.raw(table)} AS post
       SET pinned_comment_id = CASE WHEN ${isPinned} THEN top.id END FROM top
     WHERE post.id = post_id AND CASE WHEN ${isPinned} THEN top.status = 'published'
       ELSE pinned_comment_id = top.id END`
  const [post] = await queryRows<{ slug: string }>`
    WITH top AS (
      SELECT id, post_id, status FROM comments WHERE id = ${id} AND parent_id IS NULL
         AND ${isModeratedBy(actor)}
    ), post AS (${pinIn('posts')} RETURNING slug
    ), page AS (${pinIn('threads')} AND site_id IS NOT NULL RETURNING slug)
    SELECT slug FROM post UNION ALL SELECT slug FROM page`
  if (!post) throw new AppError('invalid-parameters', errorText('pinned'))
  return post.slug
}
