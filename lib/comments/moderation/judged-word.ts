import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { parseCommentId } from '@/lib/comments/comment'
import { isSigned, sign } from '@/lib/crypto/sign'
import { type Judgement, judgedAtOnceMax } from './moderation'

const textOf = ({ staffId }: Actor, verdict: Judgement, ids: string) =>
  `${staffId}\n${verdict}\n${ids}`

/**
 * The judgements that somebody has just given, as an address carries them to the page that offers to undo them. Signed
 * for who gave them: a link from elsewhere could otherwise lay the undoing of any verdict under the hand of the staff.
 * @returns such as `12.13~signature`; empty where there are none
 */
export function writeJudged(actor: Actor, verdict: Judgement, judgementIds: number[]): string {
  const ids = judgementIds.join('.')
  return ids === '' ? '' : `${ids}~${sign('judged', textOf(actor, verdict, ids))}`
}

/** The judgements that such a word names; none where it was not written for this actor and this verdict. */
export function readJudged(actor: Actor, verdict: Judgement | undefined, word: string): number[] {
  const [ids = '', signature = ''] = word.split('~')
  if (verdict === undefined || !isSigned('judged', textOf(actor, verdict, ids), signature))
    return []
  return ids
    .split('.')
    .slice(0, judgedAtOnceMax)
    .flatMap((id) => parseCommentId(id) ?? [])
}
