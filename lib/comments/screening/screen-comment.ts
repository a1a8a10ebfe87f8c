import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { askAkismet } from './ask-akismet'
import { isFlood } from '@/lib/comments/screening/rules/flood-rule'
import { gatherScreeningContext } from './gather-screening-context'
import { gravestOf, judgeByRules } from './judge-by-rules'
import { noteFlood } from './note-flood'
import { refuseStaffName } from './refuse-staff-name'
import { textHash } from './text-hash'

/** What becomes of a comment that is written or changed. */
export type Verdict = 'published' | 'pending' | 'spam'

/** What one rule found, and what it would make of the comment by itself. Kept with it, and shown in the admin area. */
export type Reason = { rule: string; verdict: Verdict; reason: string }

/** Who writes, as far as it is known. Nothing of it is in any answer. */
export type Writer = {
  /** The client's address, or the /64 of an IPv6 one: hashed before it is kept. */
  network?: string
  userAgent?: string
  /** Signed in, as owner or moderator. */
  staff?: Actor | undefined
  /** What shows that the address he gives is his: see lib/mail/address-proof.ts. */
  addressProof?: string | undefined
  /** What a form carries beside the comment: the field no human sees, and the signed time it was first touched. */
  trap?: string | undefined
  stamp?: string | undefined
}

/** What is judged: a new comment, an edit (with the `id` of what it changes), or an imported one. */
export type Draft = { id?: number; slug: string; content: string; authorName: string; authorEmail?: string | undefined }

export type Screening = {
  verdict: Verdict
  reasons: Reason[]
  /** Of the normalised text, by which the same is found again. */
  textHash: string
  /** Whether its network was not seen before. */
  isNewcomer: boolean
  /** Of the stamp that it uses up. */
  stampNonce: string | undefined
}

/**
 * Judges a comment before it is stored: the one place, for new ones, edits and imports. What staff writes is
 * published unjudged.
 * @param isTaken whether there is a place for it: looked up before it is shown to a service elsewhere, which has no business
 *   with what is refused in any case
 * @throws InvalidInput where it would speak under the name of the owner or of a moderator; DatabaseAway
 */
export async function screenComment(draft: Draft, writer: Writer, isTaken = async () => true): Promise<Screening> {
  if (writer.staff) return unjudged(draft)
  const gathered = await gatherScreeningContext(draft, writer, draft.id === undefined ? 'new' : 'edit')
  const { context, textHash, staffNames } = gathered
  if (context.kind === 'new') refuseStaffName(draft.authorName, staffNames)
  const isFlooding = isFlood(context)
  if (context.isNewcomer && isFlooding !== context.isFlooded) await noteFlood(isFlooding)
  const local = judgeByRules(draft, context)
  // A service elsewhere is asked only where it could change something.
  const remote = local.verdict === 'published' ? await askAkismet(draft, writer, isTaken) : undefined
  const reasons = remote ? [...local.reasons, remote] : local.reasons
  const verdict = local.verdict === 'published' ? gravestOf(reasons) : local.verdict
  const stampNonce = context.stamp.kind === 'signed' && !context.stamp.isUsed ? context.stamp.nonce : undefined
  return { verdict, reasons, textHash, isNewcomer: context.isNewcomer, stampNonce }
}

/**
 * Judges a comment that is brought from elsewhere, by the rules that need no form and no writer.
 * @throws DatabaseAway
 */
export async function screenImported(draft: Draft): Promise<Screening> {
  const { context, textHash } = await gatherScreeningContext(draft, {}, 'import')
  return { ...judgeByRules(draft, context), textHash, isNewcomer: false, stampNonce: undefined }
}

function unjudged({ content }: Draft): Screening {
  return { verdict: 'published', reasons: [], textHash: textHash(content), isNewcomer: false, stampNonce: undefined }
}
