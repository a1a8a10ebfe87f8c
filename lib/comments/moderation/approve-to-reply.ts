import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { judgeComments } from './judge-comments'
import type { Judged, SeenComment } from './moderation'
import { seeComment } from './see-comment'

/**
 * Approves a comment before a reply to it. Does nothing if it is already published with the text
 * that the moderator saw. So a reply that failed after the approval can be sent again.
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
  const { status, version } = await seeComment(actor, seen.id)
  if (status === 'published' && version === seen.version) return []
  throw new AppError('edit-conflict', errorText('commentChanged'))
}
