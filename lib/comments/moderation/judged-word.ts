import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { parseCommentId } from '@/lib/comments/comment'
import { isSigned, sign } from '@/lib/crypto/sign'
import { type Judgement, judgedAtOnceMax } from './moderation'

const signedText = ({ staffId }: Actor, verdict: Judgement, ids: string) =>
  `${staffId}\n${verdict}\n${ids}`

/**
 * Encodes the judgements just made as a URL parameter for the page that offers to undo them. The
 * signature includes the staff member; otherwise a crafted link could make staff undo any verdict.
 * @returns for example `12.13~signature`; empty if there are none
 */
export function writeJudged(actor: Actor, verdict: Judgement, judgementIds: number[]): string {
  const ids = judgementIds.join('.')
  return ids === '' ? '' : `${ids}~${sign('judged', signedText(actor, verdict, ids))}`
}

/**
 * Returns the judgement ids in such a parameter; empty if it was not signed for this actor and
 * verdict.
 */
export function readJudged(actor: Actor, verdict: Judgement | undefined, word: string): number[] {
  const [ids = '', signature = ''] = word.split('~')
  if (verdict === undefined || !isSigned('judged', signedText(actor, verdict, ids), signature))
    return []
  return ids
    .split('.')
    .slice(0, judgedAtOnceMax)
    .flatMap((id) => parseCommentId(id) ?? [])
}
