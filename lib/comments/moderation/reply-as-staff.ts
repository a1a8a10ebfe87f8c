import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { type AddedComment, addComment } from '@/lib/comments/writing/add-comment'
import { query } from '@/lib/db/client'
import { AppError, NotFound } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { getCommentVersion } from './comment-version'
import { judgeComments } from './judge-comments'
import type { Judged, SeenComment } from './moderation'

/**
 * Publishes a reply to a published comment under the name of the signed-in staff member.
 * @param content as returned by `commentEditInput`
 * @param key idempotency key: a repeated request does not add a second reply
 * @throws NotFound if there is no such public comment; AppError `unauthorized`, `comments-closed`,
 * `thread-full`; DatabaseUnavailable
 */
export async function replyAsStaff(
  actor: Actor | undefined,
  parentId: number,
  content: string,
  key: string,
): Promise<Omit<AddedComment, 'editToken'>> {
  requireRole(actor, 'moderator')
  const parent = await query((client) =>
    client.comment.findUnique({
      where: { id: parentId },
      select: { post: { select: { slug: true } } },
    }),
  )
  if (!parent) throw new NotFound('comment', parentId)
  const input = { slug: parent.post.slug, content, author_name: actor.name, parent_id: parentId }
  const { comment, status } = await addComment(
    input,
    { staff: actor },
    { text: `admin:${actor.staffId}:${key}`, isSecret: true },
  )
  return { comment, status }
}

/**
 * Approves a comment before a reply to it, unless it is already published with the text seen.
 * @returns the judgements made
 * @throws NotFound; AppError `unauthorized`, `edit-conflict`, `thread-full`; DatabaseUnavailable
 */
export async function approveToReply(
  actor: Actor | undefined,
  seen: SeenComment,
): Promise<Judged[]> {
  if (seen.status === 'published') return []
  const outcomes = await judgeComments(actor, [seen], 'published')
  if (outcomes[0]?.done) return outcomes
  const { status, version } = await getCommentVersion(actor, seen.id)
  if (status === 'published' && version === seen.version) return []
  throw new AppError('edit-conflict', errorText('commentChanged'))
}
